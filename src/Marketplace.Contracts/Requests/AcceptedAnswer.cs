namespace Marketplace.Contracts.Requests;

/// <summary>What a transaction answers whose result is collected later (setting Results).</summary>
/// <param name="Tid">Transaction id of the request: that of the mark to come.</param>
public sealed record AcceptedAnswer(string Tid);
