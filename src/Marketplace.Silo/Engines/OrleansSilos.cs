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
    : GrainServiceClient<IOrleansSiloService>(services), ISilos, IMembers
{
    private readonly ConcurrentDictionary<QuiesceToken, bool> _tokens = new();
    private long _lastToken;

    public bool IsMember => membership.CurrentSnapshot.GetSiloStatus(self.SiloAddress) == SiloStatus.Active;

    public ImmutableArray<ISilo> All =>
    [
        .. membership.CurrentSnapshot.Members.Values
            .Where(static member => member.Status == SiloStatus.Active)
            .Select(static member => member.SiloAddress)
            .Order()
            .Select(address => new OrleansSilo(address, GetGrainService(address))),
    ];

    public string Self => self.SiloAddress.ToParsableString();

    // A silo that is about to end still serves calls, and may leave something until its last one.
    public ImmutableArray<string> Gone =>
    [
        .. membership.CurrentSnapshot.Members.Values
            .Where(static member => member.Status == SiloStatus.Dead)
            .Select(static member => member.SiloAddress.ToParsableString()),
    ];

    /// <summary>The services of the other silos that take part now, with the names of these silos.</summary>
    public ImmutableArray<(string Name, IOrleansSiloService Service)> Others =>
    [
        .. membership.CurrentSnapshot.Members.Values
            .Where(member => member.Status == SiloStatus.Active && !member.SiloAddress.Equals(self.SiloAddress))
            .Select(member => (member.Name, GetGrainService(member.SiloAddress))),
    ];

    public QuiesceToken Begin()
    {
        var token = new QuiesceToken(self.SiloAddress.ToParsableString(), Interlocked.Increment(ref _lastToken));
        _tokens[token] = true;
        return token;
    }

    public void End(QuiesceToken token) => _tokens.TryRemove(token, out _);

    /// <summary>Whether this silo still quiesces others.</summary>
    /// <returns>False once it has ended.</returns>
    public bool IsQuiescing(QuiesceToken token) => _tokens.ContainsKey(token);

    /// <summary>Whether another silo still quiesces this one.</summary>
    /// <returns>False once it has ended, or its silo is gone; true if that silo is there and does not answer.</returns>
    public async Task<bool> Lasts(QuiesceToken token)
    {
        var address = SiloAddress.FromParsableString(token.Silo);
        try
        {
            return membership.CurrentSnapshot.GetSiloStatus(address) is SiloStatus.Active or SiloStatus.ShuttingDown
                && await GetGrainService(address).IsQuiescing(token);
        }
        catch (Exception exception) when (OrleansSilo.IsLoss(exception))
        {
            return true;
        }
    }

    public IOrleansSiloService ServiceOf(SiloAddress silo) => GetGrainService(silo);

    private sealed class OrleansSilo(SiloAddress address, IOrleansSiloService service) : ISilo
    {
        public string Name { get; } = address.ToParsableString();

        public static bool IsLoss(Exception exception) => exception is OrleansException or SiloLostException or TimeoutException;

        public Task<string?> Quiesce(QuiesceToken token) => Ask(async () =>
        {
            while (true)
            {
                var answer = await service.Quiesce(token);
                if (answer.IsDecided)
                    return answer.Refusal;
            }
        });

        public Task Resume(QuiesceToken token) => Tell(() => service.Resume(token));

        public Task Forget(bool ingestedToo) => Tell(() => service.Forget(ingestedToo));

        public Task<KeyPage> Keys(string stateName, GrainId? after) => Ask(() => service.Keys(stateName, after));

        public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) =>
            Ask(() => service.ReadArchive(name, filter, from));

        public Task FlushLog() => Tell(service.FlushLog);

        public Task<AbandonedSessions> Abandoned(int max) => Ask(() => service.Abandoned(max));

        public Task<RecordInfo> Record() => Ask(service.Record);

        public Task<RecordPage> ReadRecord(long from) => Ask(() => service.ReadRecord(from));

        public Task<VersionPage> ReadVersions(ObjectVersion? after) => Ask(() => service.ReadVersions(after));

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
