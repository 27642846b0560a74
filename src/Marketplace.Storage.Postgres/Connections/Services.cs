using System.Collections.Immutable;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>The eight services and what each has in the database: a schema of its own, so that each can have a role of its own.</summary>
internal static class Services
{
    /// <summary>Their names.</summary>
    public static ImmutableArray<string> All => MarketplaceServices.Names;

    /// <summary>The schema of a service.</summary>
    public static string Schema(string service) => "marketplace_" + service;

    /// <summary>The kinds of finished records that a service archives.</summary>
    public static ImmutableArray<string> Archives(string service) => service switch
    {
        "cart" =>
        [
            ArchiveStreams.Attempts.Name, ArchiveStreams.Abandonments.Name, ArchiveStreams.ReplicaReads.Name, ArchiveStreams.ReplicaApplies.Name,
        ],
        "product" => [ArchiveStreams.ProductUpdates.Name],
        "order" => [ArchiveStreams.Orders.Name, ArchiveStreams.Events.Name],
        "payment" => [ArchiveStreams.Payments.Name, ArchiveStreams.Charges.Name],
        "shipment" => [ArchiveStreams.Shipments.Name, ArchiveStreams.Deliveries.Name],
        "seller" => [ArchiveStreams.Entries.Name, ArchiveStreams.Warnings.Name],
        "stock" => [ArchiveStreams.StockEvents.Name],
        _ => [],
    };

    /// <summary>The service that archives a kind of record.</summary>
    public static string OfArchive(string name) => All.First(service => Archives(service).Contains(name));
}
