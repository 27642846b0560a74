using Marketplace.Grains;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <summary>Runs the transactions of the entry points inside the gate, so that a reset waits for them.</summary>
internal sealed class EntryTransactions(OperationGate gate, ITransactionProtocol protocol, Declarations declarations)
{
    public Task<TResult> Run<TArgument, TResult>(
        TransactionDeclaration declaration, TArgument argument, Func<TransactionContext, TArgument, Task<TResult>> body) =>
        gate.Run((protocol, declaration, argument, body), static a => a.protocol.Run(a.declaration, a.argument, a.body));

    public Task<TResult> Run<TGrain, TResult>(
        string tid, TransactionKind kind, TGrain grain, Func<TransactionContext, TGrain, Task<TResult>> body)
        where TGrain : IServiceGrain =>
        Run(declarations.One(tid, kind, grain), grain, body);

    public Task<TResult> Run<TGrain, TArgument, TResult>(
        string tid,
        TransactionKind kind,
        TGrain grain,
        TArgument argument,
        Func<TransactionContext, (TGrain Grain, TArgument Argument), Task<TResult>> body)
        where TGrain : IServiceGrain =>
        Run(declarations.One(tid, kind, grain), (grain, argument), body);

    /// <summary>What is more than one transaction, or none.</summary>
    public Task<TResult> Inside<TArgument, TResult>(TArgument argument, Func<TArgument, Task<TResult>> operation) =>
        gate.Run(argument, operation);
}
