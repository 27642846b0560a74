using System.Runtime.CompilerServices;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Recording;

/// <summary>
/// What all silos of the cluster have recorded, also those that have ended: from any of them, and whole or not at all. A silo alone is a cluster
/// of one.
/// </summary>
/// <param name="numbers">Where the versions are stored with the states; null where they are with their silos.</param>
internal sealed class ClusterRecord(HistorySpool own, ISilos silos, IMembers members, IVersionNumbers? numbers = null)
{
    /// <summary>Reads the records of silos that have ended, one silo after the other, and then those of the others.</summary>
    /// <exception cref="IOException">Something of it is not there.</exception>
    public async IAsyncEnumerable<TransactionExport> Read([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (members.Self is null)
        {
            foreach (var record in own.Read())
                yield return record;

            yield break;
        }

        var all = silos.All;
        foreach (var record in own.ReadEarlier(await Living(all)))
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return record;
        }

        foreach (var silo in all)
        {
            for (long? next = 0; next is { } from;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var page = await silo.ReadRecord(from);
                foreach (var record in HistorySpool.Read(page))
                    yield return record;

                next = page.Next;
            }
        }
    }

    /// <summary>Reads the last version of each object, as it is stored.</summary>
    /// <returns>The versions, in no order.</returns>
    public async IAsyncEnumerable<VersionExport> Versions([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (members.Self is null)
        {
            foreach (var version in own.Versions())
                yield return version;

            yield break;
        }

        await foreach (var last in numbers is null ? InMemory(cancellationToken) : Stored(numbers, cancellationToken))
            yield return new VersionExport(AttemptFormat.Name(last.Kind, last.Key, last.Version));
    }

    /// <summary>Makes sure that no silo is gone with what it alone had.</summary>
    /// <exception cref="IOException">One is.</exception>
    public async Task RequireAll()
    {
        if (members.Self is not null && (await Gone(silos.All)).FirstOrDefault() is { } gone)
            throw Incomplete(gone);
    }

    /// <summary>Drops what silos have left that have ended.</summary>
    public async Task DropEarlier()
    {
        if (members.Self is not null)
            own.DropEarlier((await Infos(silos.All)).Select(static info => info.FileName).OfType<string>());
    }

    // The files of the silos that are there, when those of the silos that are gone are there as well.
    private async Task<ImmutableArray<string>> Living(ImmutableArray<ISilo> all)
    {
        var infos = await Infos(all);
        ImmutableArray<string> living = [.. infos.Select(static info => info.FileName).OfType<string>()];
        var earlier = own.Earlier(living);
        foreach (var gone in Gone(infos))
        {
            if (!earlier.Any(file => file.EndsWith(KeptLog.EndOf(gone), StringComparison.Ordinal)))
                throw Incomplete(gone);
        }

        return living;
    }

    private async Task<ImmutableArray<string>> Gone(ImmutableArray<ISilo> all) => Gone(await Infos(all));

    // Those that were there at the last reset know who has gone since. If none was, all that are known to be gone count.
    private ImmutableArray<string> Gone(ImmutableArray<RecordInfo> infos) =>
        infos.FirstOrDefault(static info => info.GoneSinceReset is not null)?.GoneSinceReset ?? members.Gone;

    private static async Task<ImmutableArray<RecordInfo>> Infos(ImmutableArray<ISilo> all) =>
        [.. await Task.WhenAll(all.Select(static silo => silo.Record()))];

    private static IOException Incomplete(string gone) => new(
        $"The history is not whole: silo {gone} is gone, and what it recorded is not here. A shared folder (setting Marketplace:Recording:Folder) "
        + "keeps it; a reset begins a new history.");

    private async IAsyncEnumerable<ObjectVersion> InMemory([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await RequireAll();
        foreach (var silo in silos.All)
        {
            for (ObjectVersion? after = null; ;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var page = await silo.ReadVersions(after);
                foreach (var version in page.Versions)
                    yield return version;

                after = page.Last;
                if (after is null)
                    break;
            }
        }
    }

    private static async IAsyncEnumerable<ObjectVersion> Stored(
        IVersionNumbers numbers, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var (service, key, version) in numbers.Read(cancellationToken))
            yield return new ObjectVersion(MarketplaceServices.Named(service).KindOf(key).Number, key, version);
    }
}
