using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;

namespace Marketplace.Protocols.Kernel;

/// <summary>What the participants of a silo share.</summary>
/// <param name="Coordinator">Of this silo.</param>
/// <param name="Handoff">Where an activation leaves what it has not ended.</param>
/// <param name="Options">Time-outs.</param>
/// <param name="Metrics">Counters.</param>
/// <param name="Time">The clock of all waits.</param>
/// <param name="AtomicWrites">Makes what becomes durable as one.</param>
/// <param name="Lease">Whether the silo's grains are still its own.</param>
/// <param name="Logger">For what only people can mend.</param>
/// <param name="Resident">Null if to load a state costs nothing.</param>
/// <param name="History">Where transactions are recorded; null if they are not.</param>
/// <param name="Doubts">Null if all transactions are of this silo.</param>
/// <param name="StoredActions">Reads what is stored with steps; null if nothing is.</param>
internal sealed record ParticipantServices(
    Coordinator Coordinator,
    ActivationHandoff Handoff,
    ProtocolOptions Options,
    ProtocolMetrics Metrics,
    TimeProvider Time,
    IAtomicWrites AtomicWrites,
    IWriterLease Lease,
    ILogger<ParticipantServices> Logger,
    ResidentSet? Resident = null,
    IHistory? History = null,
    Doubts? Doubts = null,
    IStoredActions? StoredActions = null)
{
    private long _steps;

    /// <summary>Gives a step its place among all steps; in a cluster by the clocks of its silos.</summary>
    public long NextStep()
    {
        if (!Options.IsClustered)
            return Interlocked.Increment(ref _steps);

        while (true)
        {
            var last = Volatile.Read(ref _steps);
            var next = Math.Max(last + 1, Time.GetUtcNow().UtcTicks);
            if (Interlocked.CompareExchange(ref _steps, next, last) == last)
                return next;
        }
    }
}
