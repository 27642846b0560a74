namespace Marketplace.Silo.Settings;

/// <summary>How the results of transactions reach the client.</summary>
internal sealed class ReceiptSettings(SettingsReader read)
{
    private const string Egress = "egress";

    /// <summary>The longest time that GET /receipts may be told to wait.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(1);

    /// <summary>Whether transactions are acknowledged at once, and their results collected later.</summary>
    public bool AreCollected { get; } = read.Choice(
        "Results",
        ["response", Egress],
        "How the results of transactions reach the client. `response`: in the answer, when the transaction is complete. `egress`: a checkout, "
        + "update or delivery is acknowledged at once with 202, and its result collected later from /receipts (docs/receipts.md).") == Egress;

    public int MaxInFlight { get; } = read.Integer(
        "Results:MaxInFlight", 1, 1_000_000, 10_000, "transactions",
        "With `Results` `egress`: transactions that were accepted and have not ended; further ones answer 503.");

    public int MaxUncollected { get; } = read.Integer(
        "Results:MaxUncollected", 1, 1_000_000, 100_000, "results",
        "With `Results` `egress`: results that wait to be collected, those of transactions in flight included; at that number further "
        + "transactions answer 503.");

    public TimeSpan Wait { get; } = read.Duration(
        "Results:Wait", TimeSpan.Zero, LongestWait, TimeSpan.FromSeconds(5),
        "With `Results` `egress`: how long GET /receipts waits for results if it is not told.");
}
