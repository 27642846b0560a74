namespace Marketplace.Protocols.Storage;

/// <summary>
/// Where the committed state of one grain is kept; one an activation. Every transaction protocol stands on it: it decides when a state
/// is committed, the store how it is kept (setting Storage).
/// </summary>
/// <typeparam name="TState">The state.</typeparam>
public interface IStateStore<TState>
    where TState : class, new()
{
    /// <summary>Called before anything else; then only if an earlier activation's store has stored something since.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The stored state, or a new one where nothing is stored.</returns>
    ValueTask<TState> Load(CancellationToken cancellationToken);

    /// <summary>
    /// Stores what has changed in a committed state since it was loaded or last saved. What is stored is taken before it returns, so the
    /// state may change while it is awaited. Nothing is stored of a state that is empty and was never stored
    /// (<see cref="IStorableState.IsEmpty"/>).
    /// </summary>
    /// <param name="state">The state: the one saved last, or a changed copy of it.</param>
    /// <returns>When it is durable. Saves of one grain become durable in the order in which they began.</returns>
    ValueTask Save(TState state);

    /// <summary>
    /// Says which version of the state the next one is that is saved, for who numbers them: the storage keeps the number with it
    /// (<see cref="IVersionNumbers"/>). Of no effect where no number is kept.
    /// </summary>
    /// <param name="version">The version; 0 for none.</param>
    void Number(long version)
    {
    }

    /// <summary>The number that was stored with the state that was loaded; 0 if it has none, null where no number is kept.</summary>
    long? LoadedNumber => null;

    /// <summary>The same for a state that is decided: it is tried until it is stored, however long the storage is away.</summary>
    /// <returns>When it is durable.</returns>
    ValueTask SaveDecided(TState state) => Save(state);

    /// <summary>Whether what is decided now can be expected to be stored soon; false while what was decided before waits for the storage.</summary>
    bool CanDecide => true;

    /// <summary>Forgets what is stored. The next save stores a whole state again.</summary>
    /// <returns>When it is gone.</returns>
    ValueTask Clear();

    /// <summary>Adds a state to what becomes durable together.</summary>
    /// <param name="write">An atomic write of this storage.</param>
    /// <param name="state">The state; what is stored is taken before it returns.</param>
    void Add(AtomicWrite write, TState state) => throw Unsupported();

    /// <summary>Adds a state to what another silo stores. It is stored only if it is the next version of what is stored now.</summary>
    /// <param name="write">Begun by <see cref="IAtomicWrites.BeginWriteSet"/>.</param>
    /// <param name="state">The state; what is stored is taken before it returns.</param>
    void AddToWriteSet(AtomicWrite write, TState state) => throw Unsupported();

    /// <summary>Another silo has stored what was added to a part, also by the store of an earlier activation.</summary>
    /// <param name="state">The state that was added.</param>
    void WriteSetIsStored(WriteSet writes, TState state) => throw Unsupported();

    /// <summary>Looks whether a part is stored.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Whether its version is the one that is stored now.</returns>
    ValueTask<bool> IsStored(WriteSet writes, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Somebody else may have written the state: the activation ends, and the next one loads what is stored.</summary>
    void Expire() => throw Unsupported();

    /// <summary>Adds a saga's step, in the place of an earlier one of the same saga in this grain. It belongs to the state added with it.</summary>
    /// <param name="write">An atomic write of this storage.</param>
    /// <param name="saga">Number of the saga.</param>
    /// <param name="number">Place of the step among all steps of the silo.</param>
    /// <param name="before">The state before the step; it does not change any more.</param>
    /// <param name="after">The state after it; it does not change any more.</param>
    /// <param name="actions">What leaves the grain with it, as it is stored (<see cref="CommitAction.ToStored"/>).</param>
    void AddStep(AtomicWrite write, long saga, long number, TState before, TState after, IReadOnlyList<byte[]> actions) => throw Unsupported();

    /// <summary>
    /// Adds that a saga's step is taken back, in its place: until the end of it is added, nobody may touch what it has touched. It belongs to the
    /// state added with it. (Where silos share the storage.)
    /// </summary>
    /// <param name="write">An atomic write of this storage.</param>
    /// <param name="saga">Number of the saga.</param>
    /// <param name="number">Place among all steps of the silo.</param>
    /// <param name="before">The state with the step; it does not change any more.</param>
    /// <param name="after">The state without it; it does not change any more.</param>
    void AddTakenBack(AtomicWrite write, long saga, long number, TState before, TState after) => throw Unsupported();

    /// <summary>Adds the end of a saga's step: it stands, or the state added with this is without it.</summary>
    /// <param name="write">An atomic write of this storage.</param>
    /// <param name="saga">Number of the saga.</param>
    void EndStep(AtomicWrite write, long saga) => throw Unsupported();

    /// <summary>Loads a saga's step that has no end.</summary>
    /// <param name="saga">Number of the saga.</param>
    /// <param name="now">The state as it was loaded: what the step did not touch is as in it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The states before and after it, and what leaves the grain with it; null if there is no such step.</returns>
    ValueTask<(TState Before, TState After, IReadOnlyList<byte[]> Actions)?> LoadStep(
        long saga, TState now, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Loads all steps of this grain that have no end, where silos share the storage.</summary>
    /// <param name="now">The state as it was loaded: what a step did not touch is as in it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    ValueTask<IReadOnlyList<StoredStep<TState>>> LoadSteps(TState now, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>What was stored beside the state that was loaded (<see cref="AddPrepared"/>), at the same moment.</summary>
    StoredPrepared LoadedPrepared => default;

    /// <summary>Version of what is stored beside the state, once all that was handed over is stored; 0 if nothing is.</summary>
    long PreparedVersion => 0;

    /// <summary>
    /// Adds what lies beside the state, in the place of what lay there: versions that are not committed, and what was decided. It is stored only if
    /// what was loaded, or added last, is still what is stored. The earlier one has to be stored before the next one is added.
    /// </summary>
    /// <param name="write">An atomic write of this storage.</param>
    /// <param name="record">What lies there, JSON.</param>
    /// <param name="open">How many transactions in it are not over (<see cref="IAtomicWrites.OpenPrepared"/>).</param>
    void AddPrepared(AtomicWrite write, byte[] record, int open) => throw Unsupported();

    /// <summary>Writes in what a state differs from another one, as this storage stores it.</summary>
    /// <returns>JSON.</returns>
    byte[] WriteDifference(TState before, TState after) => throw Unsupported();

    /// <summary>Makes a state of the other one, and of that in which it differs.</summary>
    /// <param name="difference">What <see cref="WriteDifference"/> has made.</param>
    TState ReadDifference(TState before, byte[] difference) => throw Unsupported();

    private static NotSupportedException Unsupported() => new("This storage has no atomic writes.");
}

/// <summary>What is stored beside a state: versions that are not committed, and what was decided.</summary>
/// <param name="Version">Its version; 0 if nothing is stored.</param>
/// <param name="Record">What is stored, JSON.</param>
public readonly record struct StoredPrepared(long Version, byte[] Record);

/// <summary>Tells whether a storage outside the silo works.</summary>
public interface IStorageHealth
{
    /// <summary>Asks the storage.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Null if it answers; else why not, in a sentence for people.</returns>
    ValueTask<string?> Check(CancellationToken cancellationToken);
}
