using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>The storage of one activation, where Orleans finds it.</summary>
internal sealed class StorageOfActivation
{
    /// <summary>The storage, an <see cref="ITransactionalStateStorage{TState}"/>.</summary>
    public IPreparedVersions? Storage { get; set; }
}

/// <summary>What a grain has prepared.</summary>
internal interface IPreparedVersions
{
    /// <summary>Whether a transaction has a version here that is neither committed nor taken back.</summary>
    bool HasPrepared(Guid transaction);
}

/// <summary>Gives Orleans the storage that the grain's state has made.</summary>
internal sealed class StorageFactory : ITransactionalStateStorageFactory
{
    public ITransactionalStateStorage<TState> Create<TState>(string stateName, IGrainContext context)
        where TState : class, new() =>
        (ITransactionalStateStorage<TState>)context.ActivationServices.GetRequiredService<StorageOfActivation>().Storage!;
}
