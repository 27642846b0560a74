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
        "How clients get the results of transactions (docs/receipts.md). `response`: in the answer, when the transaction is complete. "
        + "`egress`: a checkout, update or delivery is acknowledged at once with 202, and its result is collected later from /receipts.") == Egress;

    public int MaxInFlight { get; } = read.Integer(
        "Results:MaxInFlight", 1, 1_000_000, 10_000, "transactions",
        "With `Results` `egress`: how many transactions may be accepted and not ended. Further ones answer 503.");

    public int MaxUncollected { get; } = read.Integer(
        "Results:MaxUncollected", 1, 1_000_000, 100_000, "results",
        "With `Results` `egress`: how many results may wait to be collected, including those of transactions in flight. At that number "
        + "further transactions answer 503.");

    public TimeSpan Wait { get; } = read.Duration(
        "Results:Wait", TimeSpan.Zero, LongestWait, TimeSpan.FromSeconds(5),
        "With `Results` `egress`: how long GET /receipts waits for results, unless the request says so itself.");
}
