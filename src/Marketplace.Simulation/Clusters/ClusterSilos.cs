using System.Collections.Immutable;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Simulation.Clusters;

/// <summary>The silos of a simulated cluster, as one of them sees them.</summary>
internal sealed class ClusterSilos(Cluster cluster, Member self) : ISilos, IMembers, ISiloIdentity
{
    private readonly HashSet<QuiesceToken> _tokens = [];
    private long _lastToken;

    public long Key => self.Key;

    public bool IsMember => self.Status == MemberStatus.Active;

    public ImmutableArray<ISilo> All => [.. cluster.ViewOf(self).Select(member => new OtherSilo(cluster, self, member))];

    public string Self => self.Name;

    public ImmutableArray<string> Gone => [.. cluster.Gone.Where(member => member != self).Select(static member => member.Name)];

    public QuiesceToken Begin()
    {
        var token = new QuiesceToken(self.Name, ++_lastToken);
        _tokens.Add(token);
        return token;
    }

    public void End(QuiesceToken token) => _tokens.Remove(token);

    /// <summary>Whether the silo of a token still quiesces this one; false once it has ended or its silo is gone.</summary>
    public async Task<bool> Lasts(QuiesceToken token)
    {
        if (cluster.ViewOf(self).FirstOrDefault(member => member.Name == token.Silo) is not { } other)
            return false;
        try
        {
            return await cluster.Ask(self, other, () => Task.FromResult(other.Silos._tokens.Contains(token)));
        }
        catch (Exception exception) when (exception is MemberLostException or TimeoutException)
        {
            return true;
        }
    }

    /// <summary>A silo, asked over the network.</summary>
    private sealed class OtherSilo(Cluster cluster, Member self, Member other) : ISilo
    {
        public string Name => other.Name;

        public async Task<string?> Quiesce(QuiesceToken token)
        {
            while (true)
            {
                var (isDecided, refusal) = await Ask(silo => silo.Lease.Quiesce(token));
                if (isDecided)
                    return refusal;
            }
        }

        public Task Resume(QuiesceToken token) => Tell(silo => silo.Lease.Resume(token));

        public Task Forget(bool ingestedToo) => Tell(silo => silo.This.Forget(ingestedToo));

        public Task<KeyPage> Keys(string stateName, GrainId? after) => Ask(silo => silo.This.Keys(stateName, after));

        public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) =>
            Ask(silo => silo.This.ReadArchive(name, filter, from));

        public Task FlushLog() => Tell(static silo => silo.This.FlushLog());

        public Task<AbandonedSessions> Abandoned(int max) => Ask(silo => silo.This.Abandoned(max));

        public Task<RecordInfo> Record() => Ask(static silo => silo.This.Record());

        public Task<RecordPage> ReadRecord(long from) => Ask(silo => silo.This.ReadRecord(from));

        public Task<VersionPage> ReadVersions(ObjectVersion? after) => Ask(silo => silo.This.ReadVersions(after));

        public Task<SiloPlacement> Placement() => Ask(static silo => silo.This.Placement());

        private Task Tell(Func<Member, Task> tell) => Ask(async silo =>
        {
            await tell(silo);
            return true;
        });

        private async Task<T> Ask<T>(Func<Member, Task<T>> question)
        {
            try
            {
                return await cluster.Ask(self, other, () => question(other));
            }
            catch (Exception exception) when (exception is MemberLostException or TimeoutException and not GateTimeoutException)
            {
                throw new SiloLostException($"{other.Name} does not answer.", exception);
            }
        }
    }
}
