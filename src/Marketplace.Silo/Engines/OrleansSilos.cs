using System.Collections.Concurrent;
using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Orleans.Runtime;
using Orleans.Runtime.Services;

namespace Marketplace.Silo.Engines;

/// <summary>The silos of an Orleans cluster, from its membership.</summary>
internal sealed class OrleansSilos(IServiceProvider services, ILocalSiloDetails self, IClusterMembershipService membership)
    : GrainServiceClient<IOrleansSiloService>(services), ISilos
{
    private readonly ConcurrentDictionary<Hold, bool> _holds = new();
    private long _lastHold;

    /// <inheritdoc/>
    public bool IsMember => membership.CurrentSnapshot.GetSiloStatus(self.SiloAddress) == SiloStatus.Active;

    /// <inheritdoc/>
    public ImmutableArray<ISilo> All =>
    [
        .. membership.CurrentSnapshot.Members.Values
            .Where(static member => member.Status == SiloStatus.Active)
            .Select(static member => member.SiloAddress)
            .Order()
            .Select(address => new OrleansSilo(address, GetGrainService(address))),
    ];

    /// <summary>The services of the other silos that take part now, with the names of these silos.</summary>
    public ImmutableArray<(string Name, IOrleansSiloService Service)> Others =>
    [
        .. membership.CurrentSnapshot.Members.Values
            .Where(member => member.Status == SiloStatus.Active && !member.SiloAddress.Equals(self.SiloAddress))
            .Select(member => (member.Name, GetGrainService(member.SiloAddress))),
    ];

    /// <inheritdoc/>
    public Hold Begin()
    {
        var hold = new Hold(self.SiloAddress.ToParsableString(), Interlocked.Increment(ref _lastHold));
        _holds[hold] = true;
        return hold;
    }

    /// <inheritdoc/>
    public void End(Hold hold) => _holds.TryRemove(hold, out _);

    /// <summary>Whether a hold of this silo lasts.</summary>
    /// <param name="hold">The hold.</param>
    /// <returns>False once it has ended.</returns>
    public bool IsHolding(Hold hold) => _holds.ContainsKey(hold);

    /// <summary>Whether a hold of another silo lasts.</summary>
    /// <param name="hold">The hold.</param>
    /// <returns>False once it has ended, or its silo is gone; true if that silo is there and does not answer.</returns>
    public async Task<bool> Lasts(Hold hold)
    {
        var address = SiloAddress.FromParsableString(hold.Silo);
        try
        {
            return membership.CurrentSnapshot.GetSiloStatus(address) is SiloStatus.Active or SiloStatus.ShuttingDown
                && await GetGrainService(address).IsHolding(hold);
        }
        catch (Exception exception) when (OrleansSilo.IsLoss(exception))
        {
            return true;
        }
    }

    /// <summary>The service of a silo.</summary>
    /// <param name="silo">The silo.</param>
    /// <returns>A reference to it.</returns>
    public IOrleansSiloService ServiceOf(SiloAddress silo) => GetGrainService(silo);

    private sealed class OrleansSilo(SiloAddress address, IOrleansSiloService service) : ISilo
    {
        public string Name { get; } = address.ToParsableString();

        public static bool IsLoss(Exception exception) => exception is OrleansException or SiloLostException or TimeoutException;

        public Task<string?> Hold(Hold hold) => Ask(async () =>
        {
            while (true)
            {
                var answer = await service.Hold(hold);
                if (answer.IsDecided)
                {
                    return answer.Refusal;
                }
            }
        });

        public Task Release(Hold hold) => Tell(() => service.Release(hold));

        public Task Forget(bool ingestedToo) => Tell(() => service.Forget(ingestedToo));

        public Task<KeyPage> Keys(string stateName, GrainId? after) => Ask(() => service.Keys(stateName, after));

        public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) =>
            Ask(() => service.ReadArchive(name, filter, from));

        public Task FlushLog() => Tell(service.FlushLog);

        public Task<AbandonedSessions> Abandoned(int max) => Ask(() => service.Abandoned(max));

        public Task<SiloPlacement> Placement() => Ask(service.Placement);

        private Task Tell(Func<Task> action) => Ask(async () =>
        {
            await action();
            return true;
        });

        private async Task<T> Ask<T>(Func<Task<T>> question)
        {
            try
            {
                return await question();
            }
            catch (Exception exception) when (IsLoss(exception))
            {
                throw new SiloLostException($"Silo {Name} does not answer.", exception);
            }
        }
    }
}
