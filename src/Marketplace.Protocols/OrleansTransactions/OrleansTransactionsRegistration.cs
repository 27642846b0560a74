using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Configuration;
using Orleans.Runtime;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Registers the protocol `orleans-transactions`.</summary>
public static class OrleansTransactionsRegistration
{
    /// <summary>Adds the protocol and its state. The silo itself must use transactions too (`UseTransactions`).</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddOrleansTransactionsProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddTwoPhaseCommit(options)
        .Configure<TransactionalStateOptions>(state =>
        {
            state.LockTimeout = options.Timeout;
            state.LockAcquireTimeout = options.Timeout;
            state.PrepareTimeout = options.Timeout;
            (state.LockTimeout, state.PrepareTimeout) = (Patience.Short(options), Patience.Short(options));

            // One that comes too early costs a message.
            state.RemoteTransactionPingFrequency = Patience.Short(options);
            state.ConfirmationRetryDelay = options.Timeout;
        })
        .AddSingleton(typeof(ITransactionDataCopier<>), typeof(VersionCopier<>))
        .AddSingleton<ITransactionalStateStorageFactory, StorageFactory>()
        .AddSingleton<VolatileRecords>()
        .AddSingleton<OrleansTransactionManager>()
        .AddSingleton<Patience>()
        .AddSingleton<ITransactionProtocol, OrleansTransactionsProtocol>()
        .AddScoped<StorageOfActivation>()
        .AddScoped(typeof(IGrainState<>), typeof(TransactionalGrainState<>))
        .AddExtensionTypes()
        .AddCarriage(options);

    // The first one that knows an interface counts, and Orleans has added its own.
    private static IServiceCollection AddExtensionTypes(this IServiceCollection services)
    {
        services.Insert(0, ServiceDescriptor.Singleton<IGrainInterfaceTypeProvider, ExtensionTypes>());
        return services;
    }

    private static IServiceCollection AddCarriage(this IServiceCollection services, ProtocolOptions options) => options.IsClustered
        ? services
            .AddSingleton<IOutgoingGrainCallFilter, OutgoingTransaction>()
            .AddSingleton<IIncomingGrainCallFilter, IncomingTransaction>()
        : services;
}
