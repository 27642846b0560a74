using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
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
    public static IServiceCollection AddRecording(this IServiceCollection services, RecordingLevel level, string folder, string kept = "")
    {
        if (level == RecordingLevel.Off)
            return services;

        services.AddRecording(level)
            .AddSingleton<IHistoryLog>(_ => kept.Length == 0 ? new PassingLog(new DiskFiles(folder)) : new KeptLog(kept))
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
internal sealed class HistoryExport(HistorySpool history) : Export("history")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        foreach (var attempt in history.Read())
            await lines.Write(attempt, EntityJson.Default.TransactionExport);
    }
}

/// <summary>Exports the last version of each object.</summary>
internal sealed class VersionsExport(HistorySpool history) : Export("versions")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        foreach (var version in history.Versions())
            await lines.Write(version, EntityJson.Default.VersionExport);
    }
}
