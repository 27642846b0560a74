using Orleans;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>Gives the transactions of all silos of a cluster one order. There is one; its key is <see cref="Key"/>.</summary>
internal interface ISequencer : IGrainWithIntegerKey
{
    /// <summary>The key of the only one.</summary>
    const long Key = 0;

    /// <summary>Gives a transaction its place, or, if it has one, more of it.</summary>
    /// <returns>When it may run.</returns>
    /// <exception cref="TransactionAbortedException">It waited too long.</exception>
    Task Enter(TransactionId transaction, AccessSet accesses);

    /// <summary>A transaction is over: those behind it go on.</summary>
    /// <returns>When they have been told.</returns>
    Task Leave(TransactionId transaction);
}
