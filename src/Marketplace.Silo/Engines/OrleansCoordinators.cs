using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// The coordinators of an Orleans cluster. They are reached by the address of their silo, which has the time of its start in it, and not
/// as grains: a directory that lost an entry would let another silo answer that it knows nothing, which means aborted.
/// </summary>
internal sealed class OrleansCoordinators(
    OrleansSilos silos, ISiloIdentity self, IClusterMembershipService membership, TimeProvider time) : ICoordinators
{
    private volatile Known _known = new(null, []);

    public long Own => self.Key;

    public async Task Join(TransactionId transaction, IParticipant participant) => await (await Get(transaction)).Join(transaction, participant);

    public async Task Give(TransactionId transaction, WriteSet writes) => await (await Get(transaction)).Take(transaction, writes);

    public async Task<bool> IsGone(long coordinator) => await Find(coordinator) is null;

    public async Task<TransactionOutcome> OutcomeOf(TransactionId transaction) => await Find(transaction.Coordinator) is { } silo
        ? await silo.OutcomeOf(transaction)
        : TransactionOutcome.Aborted;

    public async Task<ImmutableArray<PlacedTransaction>> PlacedElsewhere(TimeSpan timeout)
    {
        var answers = await Task.WhenAll(silos.Others.Select(other => Ask(other.Service)));
        return [.. answers.SelectMany(static placed => placed)];

        async Task<ImmutableArray<PlacedTransaction>> Ask(IOrleansSiloService silo)
        {
            try
            {
                return await silo.Placed().WaitAsync(timeout, time);
            }
            catch (Exception)
            {
                // It is about to go, and its transactions with it. If it is not, the locks of the grains keep others from these.
                return [];
            }
        }
    }

    private async ValueTask<IOrleansSiloService> Get(TransactionId transaction) => await Find(transaction.Coordinator)
        ?? throw new TransactionAbortedException(AbortCause.ParticipantLost, $"The coordinator of transaction {transaction} is gone.");

    // Null if it is gone. Who is not on the list may have come a moment ago.
    private async ValueTask<IOrleansSiloService?> Find(long key)
    {
        if (Current().TryGetValue(key, out var silo))
            return silo;

        await membership.Refresh(default);
        return Current().GetValueOrDefault(key);
    }

    private Dictionary<long, IOrleansSiloService?> Current()
    {
        var (known, snapshot) = (_known, membership.CurrentSnapshot);
        if (known.Snapshot != snapshot)
        {
            var byKey = snapshot.Members.Values.ToDictionary(
                static member => OrleansSiloIdentity.KeyOf(member.SiloAddress),
                member => member.Status == SiloStatus.Dead ? null : silos.ServiceOf(member.SiloAddress));
            _known = known = new Known(snapshot, byKey);
        }

        return known.Silos;
    }

    private sealed record Known(ClusterMembershipSnapshot? Snapshot, Dictionary<long, IOrleansSiloService?> Silos);
}
