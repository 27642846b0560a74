using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Recording;

/// <summary>Registers the history of transactions, and the journal of single steps.</summary>
internal static class HistoryRegistration
{
    /// <summary>Records the transactions of the protocol that is registered already, in a file until the next reset.</summary>
    /// <param name="level">How much; with Off nothing is added.</param>
    /// <param name="folder">Folder of the file, which vanishes with the silo.</param>
    /// <param name="kept">Folder of a file that outlives it; empty for none.</param>
    /// <param name="isClustered">Whether it is a silo of a cluster.</param>
    public static IServiceCollection AddRecording(
        this IServiceCollection services, RecordingLevel level, string folder, string kept = "", bool isClustered = false)
    {
        if (level == RecordingLevel.Off)
            return services;

        services.AddRecording(level, isClustered)
            .AddSingleton<IHistoryLog>(provider => kept.Length == 0
                ? new PassingLog(new DiskFiles(folder))
                : new KeptLog(kept, provider.GetRequiredService<IMembers>().Self))
            .AddSingleton<ClusterRecord>()
            .AddSingleton<HistorySpool>()
            .AddSingleton<IHistory>(static provider => provider.GetRequiredService<HistorySpool>())
            .AddSingleton<Export, HistoryExport>()
            .AddSingleton<Export, VersionsExport>();
        if (level == RecordingLevel.Outcomes)
            return services;

        foreach (var kind in MarketplaceServices.Kinds)
            kind.AddRecordedState(services);

        // Of several the last one counts.
        return services.AddSingleton(new JournalOptions(IsKept: true));
    }

    /// <summary>
    /// Goes on with the versions that the storage has numbered. To be called after the storage is added, and before the engine: so it starts.
    /// </summary>
    public static IServiceCollection AddVersionRecovery(this IServiceCollection services) => services.AddHostedService<VersionRecovery>();
}

/// <summary>Exports what each transaction did.</summary>
internal sealed class HistoryExport(ClusterRecord record) : Export("history")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        await foreach (var attempt in record.Read(lines.CancellationToken))
            await lines.Write(attempt, EntityJson.Default.TransactionExport);
    }
}

/// <summary>Exports the last version of each object.</summary>
internal sealed class VersionsExport(ClusterRecord record) : Export("versions")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        await foreach (var version in record.Versions(lines.CancellationToken))
            await lines.Write(version, EntityJson.Default.VersionExport);
    }
}
