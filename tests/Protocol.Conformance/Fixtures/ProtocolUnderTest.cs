using Marketplace.Protocol.Conformance.Faults;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Locking;
using Marketplace.Protocols.None;
using Marketplace.Protocols.Optimistic;
using Marketplace.Protocols.OrderedLocking;
using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Saga;
using Marketplace.Protocols.Storage;
using Marketplace.Protocols.Storage.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>A silo that runs ledger grains under a protocol.</summary>
internal sealed class ProtocolUnderTest : IAsyncDisposable
{
    private static readonly Dictionary<string, Func<IServiceCollection, ProtocolOptions, IServiceCollection>> Protocols =
        new()
        {
            ["orleans-transactions"] = OrleansTransactionsRegistration.AddOrleansTransactionsProtocol,
            ["orleans-transactions, for clusters"] = static (services, options) =>
                services.AddOrleansTransactionsProtocol(options with { IsClustered = true }),
            ["orleans-transactions, stored"] = static (services, options) =>
                services.AddKeptStorage().AddOrleansTransactionsProtocol(options),
            ["none"] = static (services, _) => services.AddNoneProtocol(),
            ["locking"] = LockingRegistration.AddLockingProtocol,
            ["ordered-locking"] = OrderedLockingRegistration.AddOrderedLockingProtocol,
            ["deterministic"] = DeterministicRegistration.AddDeterministicProtocol,
            ["deterministic, for clusters"] = static (services, options) => services.AddDeterministicProtocol(options with { IsClustered = true }),
            ["optimistic"] = OptimisticRegistration.AddOptimisticProtocol,
            ["saga"] = SagaRegistration.AddSagaProtocol,
        };

    // On each engine that has them.
    private static readonly string[] Variants =
    [
        .. Protocols.Keys,
        .. Protocols.Keys.Where(static name => !name.StartsWith("orleans-transactions", StringComparison.Ordinal)).Select(EngineUnderTest.OnLocal),
    ];

    private const Claims Isolated = Claims.Atomic | Claims.Serializable;

    // What is not here is isolated.
    private static readonly Dictionary<string, Claims> Promises = new()
    {
        ["none"] = Claims.None,
        ["ordered-locking"] = Isolated | Claims.NoConflictAborts,
        ["deterministic"] = Isolated | Claims.NoConflictAborts,
        ["deterministic, for clusters"] = Isolated | Claims.NoConflictAborts,
        ["saga"] = Claims.Atomic,
    };

    private readonly IHost _host;
    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;

    private ProtocolUnderTest(IHost host)
    {
        _host = host;
        _grains = host.Services.GetRequiredService<IGrainFactory>();
        _protocol = host.Services.GetRequiredService<ITransactionProtocol>();
    }

    /// <summary>What has left the grains.</summary>
    public Letters Letters => _host.Services.GetRequiredService<Letters>();

    /// <summary>The protocols that make a claim.</summary>
    public static IEnumerable<string> ThatClaim(Claims claim) =>
        Variants.Where(protocol => ClaimsOf(protocol).HasFlag(claim));

    /// <summary>What a protocol claims.</summary>
    public static Claims ClaimsOf(string protocol) => Promises.GetValueOrDefault(EngineUnderTest.NameOf(protocol), Isolated);

    public static async Task<ProtocolUnderTest> Start(
        string protocol,
        ProtocolOptions options,
        IIncomingGrainCallFilter? faults = null,
        IHistory? history = null,
        Action<IServiceCollection>? configure = null)
    {
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Logging.ClearProviders();
        builder.Services.AddSingleton(TimeProvider.System);

        // A call to a grain that waits, leaving, for its own caller to end is answered by nothing else.
        builder.Services.AddEngine(protocol, responseTimeout: 10 * options.Timeout);
        builder.Services.AddSingleton<Leavers>();
        builder.Services.AddSingleton<Departures>();
        builder.Services.AddSingleton<Letters>();
        builder.Services.AddMemoryStorage();
        Protocols[EngineUnderTest.NameOf(protocol)](builder.Services, options);
        if (history is not null)
            builder.Services.AddSingleton(history).AddRecording(RecordingLevel.Full).AddRecordedState<LedgerState>(0);

        if (faults is not null)
            builder.Services.AddSingleton(faults);

        if (faults is FaultPlan plan)
            builder.Services.AddSingleton(plan).AddSingleton<StoredStates>().AddScoped(typeof(IStateStore<>), typeof(FaultyStorage<>));

        configure?.Invoke(builder.Services);
        builder.Services.AddCalls(protocol, responseTimeout: 10 * options.Timeout);
        var host = builder.Build();
        await host.StartAsync();
        return new ProtocolUnderTest(host);
    }

    /// <summary>Runs a call tree as one transaction.</summary>
    public Task<Observations> Run(string tid, CallTree tree) => _protocol.Run(
        new TransactionDeclaration(tid, TransactionKind.Checkout, Accesses(tree)),
        (Root: _grains.GetGrain<ILedgerGrain>(tree.Grain), tree),
        static (tx, a) => a.Root.Run(tx, a.tree));

    /// <summary>Runs work on accounts as one transaction, under a protocol that asks for no declaration.</summary>
    public Task<TResult> Run<TResult>(Func<TransactionContext, IGrainFactory, Task<TResult>> body) => _protocol.Run(
        new TransactionDeclaration("", TransactionKind.Checkout), (_grains, body), static (tx, a) => a.body(tx, a._grains));

    /// <summary>Reads a grain in a transaction of its own.</summary>
    public Task<Ledger> Read(int grain)
    {
        var reference = _grains.GetGrain<ILedgerGrain>(grain);
        var accesses = AccessSet.Of(new Access(reference, 0, grain, AccessMode.Read));
        return _protocol.Run(new TransactionDeclaration("", TransactionKind.Read, accesses), reference, static (tx, grain) => grain.Read(tx));
    }

    /// <summary>What became of all that grains emitted.</summary>
    public Departures Departures => _host.Services.GetRequiredService<Departures>();

    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync();
        _host.Dispose();
    }

    private AccessSet Accesses(CallTree tree) => _protocol.NeedsAccesses
        ? AccessSet.Of([.. tree.All.Select(node => new Access(
            _grains.GetGrain<ILedgerGrain>(node.Grain),
            0,
            node.Grain,
            node.Action == NodeAction.Read ? AccessMode.Read : AccessMode.Write))])
        : AccessSet.Undeclared;
}
