using Marketplace.Engine.Local;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage.Memory;
using Marketplace.Replication.Redis;
using Marketplace.Silo;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Marketplace.Simulation.Clusters;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Replication;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.Simulation.Silos;

/// <summary>
/// A silo of the world: its real grains, protocols, replication, delivery and queries on the local engine, put together as the silo's
/// composition root does it, on a machine and on twins of what lies outside.
/// </summary>
internal sealed class SimulatedSilo
{
    private const int UpdatesWaitingMost = 50;

    private readonly SiloServices _services;
    private readonly IHostedService[] _hosted;
    private readonly LocalEngine _engine;
    private readonly RedisUpdates? _updates;

    public SimulatedSilo(
        Machine machine, WorldSettings settings, WorldParts parts, long seed, SharedParts shared, DatabaseTwin database, FaultPlan faults, int start)
    {
        Machine = machine;
        Member = parts.Cluster?.Begin(machine, start);
        var services = new ServiceCollection();
        shared.AddTo(services, parts);
        services.AddSingleton<TimeProvider>(Time = new MonotonicTime(machine));
        services.AddSingleton<Engine.Turns.Scheduling.IActivationScheduler>(machine);
        AddStorage(services, settings, parts, database, faults, Dice.Of(seed + start, Purpose.Storage), Member?.Key);
        if (settings.AreDashboardsKept)
            services.AddTwinDashboards(database, faults, Dice.Of(seed + start, Purpose.Dashboards), Member?.Key);
        if (settings.IsLogged)
            services.AddTwinAuditLog(database, faults, Dice.Of(seed + start, Purpose.Log), Member?.Key);
        services.AddLocal(SimulatedLimits.ResponseTimeout, machine.Name, shared.Placement);
        if (Member is not null)
            services.AddCluster(parts.Cluster!, Member, faults);
        var delivery = new DeliveryOptions
        {
            Level = settings.Delivery,
            InTransactions = ProtocolList.RollsBack(settings.Protocol),
            Validity = 2 * SimulatedLimits.ProtocolTimeout,
            Seed = (int)seed,
        };
        services
            .AddProtocol(settings.Protocol, new ProtocolOptions
            {
                Timeout = SimulatedLimits.ProtocolTimeout,
                RetryPause = SimulatedLimits.RetryPause,
                IsClustered = settings.IsCluster,
                Seed = (int)seed,
            })
            .AddDelivery(delivery)
            .AddSingleton(new CartOptions(ItemsMax: 10, SimulatedLimits.CheckoutLease, SimulatedLimits.AbandonmentWindow))
            .AddSingleton(new ShipmentPartitions(settings.Partitions))
            .AddSingleton(new PaymentProviderOptions
            {
                Latency = settings.PaymentLatency,
                DeclineRate = settings.DeclineRate,
                Outage = settings.PaymentOutage,
                IsAlone = !settings.IsCluster,
                Seed = seed,
            })
            .AddMarketplaceGrains();
        AddReplication(services, settings, parts.Redis, machine);
        services
            .AddOutboxes(delivery)
            .AddRecording(RecordingLevel.Full, folder: "", isClustered: settings.IsCluster)
            .AddSingleton(parts.History.Begin(settings.IsStored, Member?.Name))
            .AddEntry(new EntryOptions(LegacySessions: false, SimulatedLimits.DrainTimeout));
        services.AddSingleton<IOutgoingGrainCallFilter>(provider => new CallFaults(
            faults,
            parts.Cluster is { } cluster ? grain => cluster.HostOf(grain)?.Engine : _ => provider.GetRequiredService<LocalEngine>(),
            machine,
            parts.Trace,
            settings.KnowsRepeatedEvents,
            parts.Mutant));
        if (Member is not null)
            services.AddClusterCalls(parts.Cluster!, Member);
        _services = shared.Build(services);
        _hosted = [.. _services.Root.GetServices<IHostedService>()];
        Entry = _services.Root.GetRequiredService<Entry>();
        _engine = _services.Root.GetRequiredService<LocalEngine>();
        Link = _services.Root.GetService<StorageLink>();
        _updates = _services.Root.GetService<RedisUpdates>();
        Member?.Take(_services.Root);
    }

    public Machine Machine { get; }

    /// <summary>The clock of its process.</summary>
    public MonotonicTime Time { get; }

    /// <summary>What it is to the others of its cluster; null if it is alone.</summary>
    public Member? Member { get; }

    public Entry Entry { get; }

    /// <summary>Its way to the database; null if its states are in its memory.</summary>
    public StorageLink? Link { get; }

    /// <summary>What it has begun and not ended; null if there is nothing.</summary>
    public string? Outstanding => _engine.Pending.Count > 0 ? $"{_engine.Pending.Count} calls wait for answers"
        : _updates is { QueuedCount: > 0 } updates ? $"the updates of {updates.QueuedCount} sellers wait for Redis"
        : Link?.Outstanding;

    /// <summary>Starts what a host starts, in its order.</summary>
    public async Task Start()
    {
        foreach (var hosted in _hosted)
            await hosted.StartAsync(CancellationToken.None);
    }

    /// <summary>Stops what a host stops, in its order.</summary>
    public async Task Stop()
    {
        foreach (var hosted in Enumerable.Reverse(_hosted))
            await hosted.StopAsync(CancellationToken.None);
    }

    /// <summary>Lets go of what a process lets go of when it ends. Nothing of the silo runs after this.</summary>
    public void End()
    {
        Machine.Die();
        _services.Dispose();
    }

    private static void AddStorage(
        IServiceCollection services, WorldSettings settings, WorldParts parts, DatabaseTwin database, FaultPlan faults, Dice dice, long? key)
    {
        services.AddSingleton<IArchiveFiles>(parts.Files);
        if (settings.IsStored)
        {
            services.AddTwinStorage(database, faults, dice, key);
            if (key is null)
                services.AddVersionRecovery();
            return;
        }

        services.AddMemoryStorage();
        if (settings.IsWritten)
            services.AddSingleton<IArchive, SpoolArchive>();
        else
            services.AddSingleton<IArchive, MemoryArchive>();
    }

    private static void AddReplication(IServiceCollection services, WorldSettings settings, RedisTwin? redis, Machine machine)
    {
        if (redis is not null)
        {
            var options = new RedisOptions(
                redis.Primary.Name,
                redis.Secondary.Name,
                SimulatedLimits.RedisTimeout,
                UpdatesWaitingMost,
                Prefix: "marketplace",
                Owner: settings.IsCluster ? "cluster" : machine.Name);
            _ = settings.Replication switch
            {
                ReplicationSettings.Eventual => services.AddEventualRedis(options),
                ReplicationSettings.PerObject => services.AddCausalRedis(options),
                _ => services.AddOrderedRedis(options),
            };
            services.AddSingleton<IRedisServers>(new TwinRedisServers(redis, machine));
            return;
        }

        switch (settings.Replication)
        {
            case ReplicationSettings.Eventual:
                services.AddEventualStreams();
                break;
            case ReplicationSettings.PerObject:
                services.AddCausalStreams();
                break;
            case ReplicationSettings.AcrossObjects:
                services.AddOrderedStreams();
                break;
            default:
                services.AddNoReplication();
                break;
        }
    }
}
