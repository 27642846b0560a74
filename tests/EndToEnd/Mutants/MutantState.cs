using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Stands before the state of a protocol, and makes it wrong.</summary>
internal sealed class MutantState<TState>(IServiceProvider services, Mutation mutation) : IGrainState<TState>
    where TState : class, new()
{
    private readonly IGrainState<TState> _inner =
        (IGrainState<TState>)ActivatorUtilities.CreateInstance(services, mutation.State!.MakeGenericType(typeof(TState)));

    private readonly Lock _lock = new();
    private readonly HashSet<TransactionId> _writers = [];

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read) =>
        mutation.Kind == MutationKind.ReadsWithoutLock ? new(_inner.Inspect(state => read(state, argument))) : _inner.Read(tx, argument, read);

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update)
    {
        lock (_lock)
        {
            _writers.Add(tx.Id);
        }

        return _inner.Update(tx, argument, update);
    }

    public async Task<ParticipantAnswer> Receive(ProtocolMessage message)
    {
        switch (mutation.Kind, message.GetType().Name)
        {
            case (MutationKind.ReadsNotValidated, "Validate"):
            case (MutationKind.ReadersNotValidated, "Prepare") when !HasWritten(message.Transaction):
                return ParticipantAnswer.Done;
            case (MutationKind.ReadersUnlocked, "Prepare") when !HasWritten(message.Transaction):
                var answer = await _inner.Receive(message);
                await _inner.Receive(Abort(message.Transaction));
                mutation.HasRead();
                return answer;
            case (MutationKind.ReadersUnlocked, "Prepare"):
                await mutation.AllRead();
                break;
        }

        return await _inner.Receive(message);
    }

    public Task OnCommit(TransactionContext tx, CommitAction action) => _inner.OnCommit(tx, action);

    public Task Clear(TransactionContext tx) => _inner.Clear(tx);

    public TResult Inspect<TResult>(Func<TState, TResult> read) => _inner.Inspect(read);

    public Task Load(CancellationToken cancellationToken) => _inner.Load(cancellationToken);

    public Task Unload() => _inner.Unload();

    private bool HasWritten(TransactionId transaction)
    {
        lock (_lock)
        {
            return _writers.Contains(transaction);
        }
    }

    // It lets go of what the transaction holds here.
    private static ProtocolMessage Abort(TransactionId transaction) =>
        (ProtocolMessage)Activator.CreateInstance(
            typeof(ProtocolMessage).Assembly.GetType("Marketplace.Protocols.Commit.Abort")!, transaction, false)!;
}
