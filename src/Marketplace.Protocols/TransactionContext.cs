using Marketplace.Contracts.Audit;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.None;
using Marketplace.Protocols.Recording;
using Orleans;

namespace Marketplace.Protocols;

/// <summary>
/// The transaction on whose behalf a grain works. It travels as an explicit argument of every grain method, because an ambient
/// context costs an allocation of its own at each call.
/// </summary>
/// <param name="Tid">Transaction id that the client gave, or one that the entry point made up. Unique only within a run.</param>
/// <param name="Kind">What the transaction is for.</param>
/// <param name="Id">This attempt to run it; default under a protocol that does not tell attempts apart.</param>
/// <param name="Age">When its first attempt began, UTC ticks: a smaller one is older.</param>
/// <param name="Attempt">How many attempts were aborted before this one.</param>
[GenerateSerializer, Immutable]
public sealed record TransactionContext(string Tid, TransactionKind Kind, TransactionId Id = default, long Age = 0, int Attempt = 0)
{
    [field: NonSerialized]
    internal RunningTransaction? Running { get; init; }

    [field: NonSerialized]
    internal PendingWork? Pending { get; init; }

    /// <summary>Where its accesses are recorded; null if they are not.</summary>
    [field: NonSerialized]
    internal AttemptLog? Log { get; init; }

    /// <summary>What a protocol adds to a call, also to one of another silo; null if nothing.</summary>
    [Id(0)]
    internal object? Carried { get; init; }

    /// <summary>The attempt, for silos that record what they do for one of another silo; null where one silo records all, or none.</summary>
    [Id(2)]
    internal RecordedAttempt? Recorded { get; init; }

    /// <summary>The event that the call delivers; null if it delivers none, or events are not told apart.</summary>
    [Id(1)]
    public EventStamp? Event { get; init; }

    /// <summary>Whether the transaction writes nothing.</summary>
    internal bool IsReadOnly => Kind is TransactionKind.Read or TransactionKind.Dashboard;

    /// <summary>
    /// The same transaction, each of whose updates is stored before it answers. Only where a transaction is not stored as one does it make a
    /// difference: there an update answers before (protocol `none`).
    /// </summary>
    /// <returns>The context for such updates.</returns>
    public TransactionContext Stored() => Pending is null ? this : this with { Pending = null };
}

/// <summary>One attempt to run a transaction: unlike a client's tid it is never used twice.</summary>
/// <param name="Coordinator">The coordinator that runs it.</param>
/// <param name="Number">Counts the attempts of that coordinator, from 1.</param>
[GenerateSerializer, Immutable]
public readonly record struct TransactionId(long Coordinator, long Number)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Coordinator}-{Number}";
}

/// <summary>What a call tells of the event that it delivers, so that its consumer knows a repeat.</summary>
/// <param name="Sent">When this call was made, UTC ticks. A call that is older than calls may get is refused.</param>
/// <param name="Attempt">
/// The attempt to run the transaction that the event belongs to: what another attempt told of was rolled back. 0 under a protocol that does
/// not tell attempts apart.
/// </param>
[GenerateSerializer, Immutable]
public sealed record EventStamp(EventId Id, long Sent, long Attempt);
