using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting;

/// <summary>What the public results call the kinds of transaction.</summary>
internal static class TransactionNames
{
    /// <summary>All kinds, in order.</summary>
    public static IEnumerable<OperationKind> Kinds => MarketplaceWorkload.AllOperations.Select(operation => operation.Kind!.Value);

    /// <summary>The name of a kind, as summary.json and scenarios write it.</summary>
    /// <param name="kind">A transaction or query; not a seal.</param>
    public static string Of(OperationKind kind) => MarketplaceWorkload.AllOperations[(int)kind].Name;
}

/// <summary>How the warm-up went, in a sentence.</summary>
internal static class WarmUpText
{
    /// <summary>The sentence.</summary>
    public static string Of(WarmUpSummary warmUp) => warmUp.Steady switch
    {
        null => Invariant($"The warm-up took {warmUp.Seconds:0.#} s."),
        true => Invariant($"The warm-up took {warmUp.Seconds:0.#} s: then throughput was steady."),
        false => Invariant($"The warm-up ended after {warmUp.Seconds:0.#} s, and throughput was not steady ")
            + Invariant($"({Why(warmUp)}): do not rely on the result; ")
            + "a longer epochs.warmUpLimit, or a machine with no other work, may help.",
    };

    private static string Why(WarmUpSummary warmUp) => warmUp switch
    {
        { Difference: null } => Invariant($"fewer than {SteadyRule.Seconds} s, or nothing was committed in the last of them"),
        { Compiled: > SteadyRule.CompiledMax and var compiled } =>
            Invariant($"silo and driver compiled {compiled} methods in the last {SteadyRule.Seconds} s, and get faster by that"),
        { Difference: var difference } =>
            Invariant($"the last {SteadyRule.Seconds} s changed by {100 * difference:+0.#;-0.#;0} % from half to half, or by a trend"),
    };
}
