using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Orleans;
using Orleans.Configuration;
using Orleans.Runtime;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>Registers the protocol `orleans-transactions`.</summary>
public static class OrleansTransactionsRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("orleans-transactions", AddOrleansTransactionsProtocol)
    {
        EndsPrepared = true,
    };

    /// <summary>Adds the protocol and its state. The silo itself must use transactions already (`UseTransactions`).</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <exception cref="InvalidOperationException">The silo does not use transactions.</exception>
    public static IServiceCollection AddOrleansTransactionsProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddTimedTransactions()
        .AddTwoPhaseCommit(options)
        .Configure<TransactionalStateOptions>(state =>
        {
            state.LockAcquireTimeout = options.Timeout;
            (state.LockTimeout, state.PrepareTimeout) = (Patience.Short(options), Patience.Short(options));

            // One that comes too early costs a message.
            state.RemoteTransactionPingFrequency = Patience.Short(options);
            state.ConfirmationRetryDelay = options.Timeout;
        })

        // A grain that is to leave takes no messages and waits for those it has. One of them may be a reader that waits for an earlier
        // transaction, whose end comes by message. Orleans gives such an activation up after two hours, and without it nobody gets to the
        // grain; after two time-outs nobody waits for an answer any longer.
        .PostConfigure<SiloMessagingOptions>(static messages => messages.MaxRequestProcessingTime = 2 * messages.ResponseTimeout)
        .AddSingleton(typeof(ITransactionDataCopier<>), typeof(VersionCopier<>))
        .AddSingleton<ITransactionalStateStorageFactory, StorageFactory>()
        .AddKeyedTransient<IGrainExtension, ConfirmedResource>(typeof(ITransactionalResourceExtension))
        .AddSingleton<VersionRecords>()
        .AddSingleton<VersionServices>()
        .AddHostedService<PreparedRecovery>()
        .AddSingleton<TakingBack>()
        .AddHostedService(static provider => provider.GetRequiredService<TakingBack>())
        .AddSingleton<OrleansTransactionManager>()
        .AddSingleton<Patience>()
        .AddSingleton<ITransactionProtocol, OrleansTransactionsProtocol>()
        .AddScoped<StorageOfActivation>()
        .AddScoped(typeof(IGrainState<>), typeof(TransactionalGrainState<>))
        .AddExtensionTypes()
        .AddCarriage(options);

    // Before the agent that Orleans has added.
    private static IServiceCollection AddTimedTransactions(this IServiceCollection services)
    {
        var agent = services.LastOrDefault(static service => service.ServiceType == typeof(ITransactionAgent))
            ?? throw new InvalidOperationException("The silo has no transactions of Orleans; call UseTransactions() before it gets the protocol.");
        return services.AddSingleton<ITransactionAgent>(provider => new TimedTransactions(
            (ITransactionAgent)agent.Make(provider), provider.GetRequiredService<IOptions<TransactionalStateOptions>>()));
    }

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
