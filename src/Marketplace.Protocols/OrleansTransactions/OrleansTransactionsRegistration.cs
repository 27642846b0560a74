using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Configuration;
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
            state.RemoteTransactionPingFrequency = options.Timeout;
            state.ConfirmationRetryDelay = options.Timeout;
        })
        .AddSingleton(typeof(ITransactionDataCopier<>), typeof(VersionCopier<>))
        .AddSingleton<ITransactionalStateStorageFactory, StorageFactory>()
        .AddSingleton<VolatileRecords>()
        .AddSingleton<OrleansTransactionManager>()
        .AddSingleton<ITransactionProtocol, OrleansTransactionsProtocol>()
        .AddSingleton<IOutgoingGrainCallFilter, OutgoingTransaction>()
        .AddSingleton<IIncomingGrainCallFilter, IncomingTransaction>()
        .AddScoped<StorageOfActivation>()
        .AddScoped(typeof(IGrainState<>), typeof(TransactionalGrainState<>));
}
