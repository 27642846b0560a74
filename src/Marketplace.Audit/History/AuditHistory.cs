using System.Globalization;

namespace Marketplace.Audit.History;

/// <summary>The driver's own history, as an audit reads it: streamed, as often as wanted.</summary>
/// <param name="Run">Run id: tids begin with "{run}-".</param>
/// <param name="Clock">Turns its ticks into time.</param>
/// <param name="Read">Reads all operations from the start.</param>
public sealed record AuditHistory(string Run, HistoryClock Clock, Func<IEnumerable<Operation>> Read)
{
    /// <summary>
    /// Reads what was done in the sessions of some customers: checkouts, seals and adds. Whoever can, leaves out all else; it is asked for once a
    /// pass.
    /// </summary>
    public Func<Func<int, bool>, IEnumerable<Operation>> ReadSessions { get; init; } = _ => Read();

    /// <summary>The number of a tid of this run.</summary>
    /// <returns>0 if it is not of this run.</returns>
    public long NumberOf(string tid)
    {
        if (tid.Length <= Run.Length || tid[Run.Length] != '-' || !tid.StartsWith(Run, StringComparison.Ordinal))
            return 0;
        return long.TryParse(tid.AsSpan(Run.Length + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
    }

    /// <summary>True if a transaction with this tid is of another run: the silo was not reset in between.</summary>
    /// <param name="tid">A tid; an empty one marks pre-populated data and is of no run.</param>
    public bool IsForeign(string tid) => tid.Length > 0 && NumberOf(tid) == 0;

    /// <summary>How long an operation took, as the driver saw it, in ticks of <see cref="DateTime"/>, rounded up.</summary>
    public long Duration(Operation operation) => Clock.Between(operation.Sent, operation.Completed).Ticks + 1;
}

/// <summary>Ties the monotonic ticks of a history to the wall clock of the driver's machine.</summary>
/// <param name="Ticks">A reading of <see cref="TimeProvider.GetTimestamp"/>.</param>
/// <param name="Utc">The wall clock at that reading.</param>
/// <param name="Frequency">Ticks a second.</param>
public sealed record HistoryClock(long Ticks, DateTimeOffset Utc, long Frequency)
{
    /// <summary>Reads both clocks now.</summary>
    public static HistoryClock Read(TimeProvider time) => new(time.GetTimestamp(), time.GetUtcNow(), time.TimestampFrequency);

    /// <summary>The wall clock at a tick.</summary>
    /// <param name="ticks">A tick of this history.</param>
    public DateTimeOffset ToUtc(long ticks) => Utc + TimeSpan.FromSeconds((double)(ticks - Ticks) / Frequency);

    /// <summary>The time between two ticks.</summary>
    /// <param name="from">The earlier one.</param>
    /// <param name="to">The later one.</param>
    public TimeSpan Between(long from, long to) => TimeSpan.FromSeconds((double)(to - from) / Frequency);
}

/// <summary>
/// Tids and product versions of a run. The driver holds both as numbers: tid n is "{run}-{n}"; a product's version is "0" as ingested,
/// and the tid of its replacement after that.
/// </summary>
public static class RunNames
{
    /// <summary>The tid with this number.</summary>
    /// <param name="run">Run id.</param>
    /// <param name="number">Number of the transaction, from 1.</param>
    public static string Tid(string run, long number) => string.Create(CultureInfo.InvariantCulture, $"{run}-{number}");

    /// <summary>The version with this number.</summary>
    /// <param name="run">Run id.</param>
    /// <param name="number">0 as ingested, else the number of the delete's transaction.</param>
    public static string Version(string run, long number) => number == 0 ? "0" : Tid(run, number);
}
