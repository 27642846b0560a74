using Marketplace.Protocol.Conformance.Grains;

namespace Marketplace.Protocol.Conformance.Checks;

/// <summary>What is known of a run: how each transaction ended, and what the grains say afterwards.</summary>
internal sealed class RunRecord
{
    private readonly Lock _lock = new();

    /// <summary>Committed transactions, with all that they saw.</summary>
    public Dictionary<string, Observations> Committed { get; } = [];

    /// <summary>Aborted transactions.</summary>
    public HashSet<string> Aborted { get; } = [];

    /// <summary>Transactions whose outcome nobody knows.</summary>
    public Dictionary<string, CallTree> Unknown { get; } = [];

    /// <summary>The writers of each grain's versions, at the end.</summary>
    public Dictionary<int, Ledger> Ledgers { get; } = [];

    public void Commit(string tid, Observations seen)
    {
        lock (_lock)
        {
            Committed.Add(tid, seen);
        }
    }

    public void Abort(string tid)
    {
        lock (_lock)
        {
            Aborted.Add(tid);
        }
    }

    public void Lose(string tid, CallTree tree)
    {
        lock (_lock)
        {
            Unknown.Add(tid, tree);
        }
    }
}
