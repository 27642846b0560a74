namespace Marketplace.Driver.Load.Results;

/// <summary>Results that were collected in the whole run, warm-up included.</summary>
/// <param name="Collected">Marks that came in time, each of its transaction.</param>
/// <param name="Missing">Transactions that were acknowledged and never got a mark, to the end of the drain.</param>
/// <param name="Late">Marks that came when their transaction had been given up (load.requestTimeout).</param>
/// <param name="Duplicates">Marks of transactions of this run that nobody waited for: they had one already.</param>
/// <param name="Unknown">Marks of transactions that are not of this run.</param>
internal sealed record ResultFigures(long Collected, long Missing, long Late, long Duplicates, long Unknown);
