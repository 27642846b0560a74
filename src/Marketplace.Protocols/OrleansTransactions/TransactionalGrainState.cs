using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>A grain's state as a transactional state of Orleans: Orleans locks it, makes and commits its versions.</summary>
internal sealed partial class TransactionalGrainState<TState> : IGrainState<TState>, IDisposable
    where TState : class, new()
{
    private readonly IGrainContext _context;
    private readonly Coordinator _coordinator;
    private readonly TakingBack _takingBack;
    private readonly VersionStorage<TState> _storage;
    private readonly ITransactionalState<StateVersion<TState>> _state;
    private readonly OperationInTransaction<TState> _operation;
    private IParticipant? _self;

    public TransactionalGrainState(
        IGrainContextAccessor accessor,
        ITransactionalStateFactory states,
        StorageOfActivation storageOfActivation,
        IStateStore<TState> store,
        VersionRecords records,
        VersionServices versions,
        Coordinator coordinator,
        TakingBack takingBack,
        Serializer<OrleansTransactionAbortedException> exceptions,
        IServiceProvider services)
    {
        (_context, _coordinator, _takingBack) = (accessor.GrainContext, coordinator, takingBack);
        _storage = new VersionStorage<TState>(store, records, _context.GrainId, versions, OnCommitted, OnAborted);
        storageOfActivation.Storage = _storage;
        _state = states.Create<StateVersion<TState>>(new(new TransactionalStateAttribute(StateName.Of<TState>())));
        _operation = new(_state, exceptions, services);
    }

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();

    public async ValueTask<TResult> Read<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> read)
    {
        var operation = new Operation<TArgument, TResult>(argument, read);
        await Perform(tx.Carried, operation.Read, isUpdate: false);
        return operation.Result;
    }

    public async ValueTask<TResult> Update<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update)
    {
        var operation = new Operation<TArgument, TResult>(argument, update);
        await Perform(tx.Carried, operation.Update, isUpdate: true);
        return operation.Result;
    }

    public Task Clear(TransactionContext tx) => Perform(
        tx.Carried,
        static version =>
        {
            (version.State, version.IsCleared, version.IsChanged) = (new TState(), true, false);
            return true;
        },
        isUpdate: true);

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(_storage.Committed.State);

    public Task Load(CancellationToken cancellationToken)
    {
        // Orleans has loaded it, in an earlier stage of the activation.
        return Task.CompletedTask;
    }

    public void Dispose() => _operation.Dispose();

    // Where calls carry the transaction it is the current one already.
    private Task Perform(object? carried, Func<StateVersion<TState>, bool> operation, bool isUpdate)
    {
        return carried is TransactionBranches branches ? Note(branches)
            : isUpdate ? _state.PerformUpdate(operation)
            : _state.PerformRead(operation);

        async Task Note(TransactionBranches branches)
        {
            try
            {
                await _operation.Begin(branches.Of(_context.GrainId), operation, isUpdate);
            }
            catch (Exception exception)
            {
                branches.Fail(exception);
                throw;
            }
        }
    }

    // Orleans copies what a function answers, with a copier that it looks up for each type; this answers by its side.
    private sealed class Operation<TArgument, TResult>(TArgument argument, Func<TState, TArgument, TResult> function)
    {
        public TResult Result { get; private set; } = default!;

        public bool Read(StateVersion<TState> version)
        {
            Result = function(version.State, argument);
            return true;
        }

        public bool Update(StateVersion<TState> version)
        {
            version.IsChanged = true;
            return Read(version);
        }
    }
}
