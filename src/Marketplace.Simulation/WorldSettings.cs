using System.Collections.Immutable;
using Marketplace.Grains.EventDelivery;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation;

/// <summary>What kind of system a world is, and what is asked of it.</summary>
internal sealed record WorldSettings
{
    public required string Protocol { get; init; }

    /// <summary>How many silos there are: one alone, or those of a cluster.</summary>
    public required int Silos { get; init; }

    public bool IsCluster => Silos > 1;

    /// <summary>Whether states outlive a silo, in the twin of PostgreSQL; else they are in its memory.</summary>
    public required bool IsStored { get; init; }

    /// <summary>
    /// Whether finished records and exports are written and read again as JSON, as a silo and its audit do it. That costs as much as the rest of an
    /// audit, and the same code does it for all: one world of eight shows it.
    /// </summary>
    public required bool IsWritten { get; init; }

    public required string Replication { get; init; }

    /// <summary>Whether updates go to carts over the twin of Redis; else they go over streams.</summary>
    public bool IsOverRedis { get; private init; }

    /// <summary>Whether finished records are logged to the twin of PostgreSQL too.</summary>
    public required bool IsLogged { get; init; }

    /// <summary>Whether a client resets the data before the first operation, with faults: only where there is an audit log to be emptied.</summary>
    public required bool IsResetFirst { get; init; }

    /// <summary>Whether dashboards are read from tables in the twin of PostgreSQL; else from the states of their sellers.</summary>
    public required bool AreDashboardsKept { get; init; }

    public required DeliveryLevel Delivery { get; init; }

    /// <summary>Whether events have to come in order: a claim that the audit examines.</summary>
    public required bool IsOrderCausal { get; init; }

    /// <summary>Whether stock and product change together: a claim too.</summary>
    public required bool IsReferenceConsistent { get; init; }

    /// <summary>
    /// Whether an event whose call comes twice takes effect once. A grain that is activated again in the middle of a saga may have forgotten it.
    /// </summary>
    public bool KnowsRepeatedEvents => Delivery == DeliveryLevel.ExactlyOnce && !(IsStored && Protocol == "saga");

    public required TimeSpan PaymentLatency { get; init; }

    public required double DeclineRate { get; init; }

    public required double PaymentOutage { get; init; }

    public required int Partitions { get; init; }

    public required int Customers { get; init; }

    public required int Sellers { get; init; }

    public required int ProductsPerSeller { get; init; }

    /// <summary>Pieces of each product at the beginning: few, so that some run out.</summary>
    public required int Pieces { get; init; }

    /// <summary>Clients, each of which sends one operation after the other.</summary>
    public required int Clients { get; init; }

    /// <summary>Operations of the mix that all clients send together.</summary>
    public required int Operations { get; init; }

    /// <summary>The protocols that can be simulated: all but those that need a silo of Orleans.</summary>
    public static ImmutableArray<string> Protocols { get; } = [.. ProtocolList.Names.Where(static name => name != ProtocolList.OrleansTransactions)];

    /// <summary>Those that can be simulated in a cluster: a transaction over several silos is all or nothing, in the end.</summary>
    public static ImmutableArray<string> ClusterProtocols { get; } = [.. Protocols.Where(ProtocolList.RollsBack)];

    private static ImmutableArray<string> Replications { get; } =
    [
        ReplicationSettings.None, ReplicationSettings.Eventual, ReplicationSettings.PerObject, ReplicationSettings.AcrossObjects,
    ];

    private const double ShareOverRedis = 0.4;
    private const double ShareLogged = 0.3;
    private const double ShareWithDashboards = 0.3;
    private const double ShareReset = 0.5;

    /// <summary>Draws the settings of a seed.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="protocol">The protocol; null if that is drawn too.</param>
    /// <param name="silos">How many silos there are.</param>
    /// <param name="hasOutputs">Whether it may have an audit log and tables of dashboards, if the seed draws them.</param>
    public static WorldSettings Draw(long seed, string? protocol, int silos, bool hasOutputs)
    {
        var dice = Dice.Of(seed, Purpose.Settings);
        var outputs = Dice.Of(seed, Purpose.Outputs);
        var drawn = dice.Of((silos > 1 ? ClusterProtocols : Protocols).AsSpan());
        protocol ??= drawn;
        var isolated = protocol is not ("none" or "saga");
        var isLogged = hasOutputs && outputs.Chance(ShareLogged);
        var settings = new WorldSettings
        {
            Silos = silos,
            Protocol = protocol,
            IsStored = dice.Chance(0.6) || silos > 1,
            IsWritten = seed % 8 == 0,
            IsLogged = isLogged,
            AreDashboardsKept = hasOutputs && outputs.Chance(ShareWithDashboards),
            IsResetFirst = isLogged && outputs.Chance(ShareReset),
            Replication = dice.Of((silos > 1 ? Replications[..1] : Replications).AsSpan()),
            Delivery = (DeliveryLevel)dice.Below(3),
            IsOrderCausal = dice.Chance(0.5),
            IsReferenceConsistent = dice.Chance(0.5) && isolated,
            PaymentLatency = dice.Chance(0.3) ? TimeSpan.FromMilliseconds(dice.Between(1, 100)) : TimeSpan.Zero,
            DeclineRate = dice.Chance(0.3) ? 0.3 : 0,
            PaymentOutage = dice.Chance(0.2) ? 0.3 : 0,
            Partitions = dice.Between(1, 3),
            Customers = dice.Between(3, 4),
            Sellers = dice.Between(2, 3),
            ProductsPerSeller = dice.Between(2, 3),
            Pieces = dice.Chance(0.5) ? dice.Between(3, 12) : 1000,
            Clients = dice.Between(3, 5),
            Operations = dice.Between(30, 36),
        };

        // Streams of a cluster are Orleans' own, which are not simulated.
        var levels = Replications.AsSpan()[1..];
        return !dice.Chance(ShareOverRedis) ? settings
            : silos > 1 ? settings with { IsOverRedis = true, Replication = dice.Of(levels) }
            : settings with { IsOverRedis = settings.Replication != ReplicationSettings.None };
    }

    public override string ToString() =>
        $"{Protocol}, storage {(IsStored ? "postgres" : "memory")}{(IsLogged ? ", audit log" : "")}{(IsResetFirst ? ", reset first" : "")}"
        + $"{(AreDashboardsKept ? ", dashboards" : "")}, "
        + $"replication {Replication}{(IsOverRedis ? " over Redis" : "")}, "
        + $"delivery {Delivery}, {Customers} customers, {Sellers} sellers, {Sellers * ProductsPerSeller} products, {Clients} clients, "
        + $"{Operations} operations" + (IsCluster ? $", {Silos} silos" : "");
}
