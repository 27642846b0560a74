using Orleans.Runtime;

namespace Marketplace.Protocols.Storage;

/// <summary>Makes atomic writes of what transactions write, and finds what the last silo left of sagas.</summary>
public interface IAtomicWrites
{
    /// <summary>Whether this storage has them: <see cref="Begin"/> then never answers null.</summary>
    bool AreSupported { get; }

    /// <summary>
    /// Whether the silos of a cluster share this storage, so that what a transaction did on several of them is one atomic write of one silo: to store
    /// it is to decide it.
    /// </summary>
    bool AreShared => false;

    /// <summary>
    /// Number of this silo as a writer, where silos share this storage: no other one has it, nor has this one after it was started again. It is the
    /// first part of the numbers of the sagas that this silo decides (<see cref="SagaBits"/>).
    /// </summary>
    long Writer => 0;

    /// <summary>Begins one that another silo stores (<see cref="AtomicWrite.Encode"/>).</summary>
    AtomicWrite BeginWriteSet() => throw new NotSupportedException("This storage is not shared by silos.");

    /// <summary>Begins one.</summary>
    /// <returns>
    /// Null if the storage can't make several writes one, or need not, as nothing of it outlives the silo: then each state is saved by itself.
    /// </returns>
    /// <exception cref="StorageUnavailableException">The storage is away: nothing more can be decided.</exception>
    AtomicWrite? Begin();

    /// <summary>Waits until what this silo has committed is stored: an atomic write that adds nothing, after all that it has handed over.</summary>
    /// <exception cref="StorageUnavailableException">This silo can write no more.</exception>
    Task Stored() => Begin()?.Submit() ?? Task.CompletedTask;

    /// <summary>The steps of sagas that have no end: left by a silo that died; where silos share this storage also those under way.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>All of them; none once those sagas are compensated.</returns>
    ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken);

    /// <summary>The grains beside whose states something is stored that is not over (<see cref="IStateStore{TState}.AddPrepared"/>).</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    ValueTask<IReadOnlyList<GrainId>> OpenPrepared(CancellationToken cancellationToken) => new([]);

    /// <summary>Whether a saga has steps that have no end and are not taken back.</summary>
    /// <param name="saga">Number of the saga.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    ValueTask<bool> HasSteps(long saga, CancellationToken cancellationToken) =>
        throw new NotSupportedException("This storage is not shared by silos.");

    /// <summary>
    /// So many bits of a saga's number count the sagas of one writer, where silos share the storage; those before are the number of that writer. A
    /// step of a saga is stored only as long as that writer may store anything.
    /// </summary>
    const int SagaBits = 40;
}

/// <summary>A stored step of a saga that was not decided.</summary>
/// <param name="Saga">Number of the saga.</param>
/// <param name="Number">Place of the step among all steps of its silo.</param>
/// <param name="Grain">The grain that did it.</param>
/// <param name="Silo">Key of the silo that decides the saga; null if no silo can decide it any more.</param>
/// <param name="IsTakenBack">Whether it is taken back, and others of the saga may not be.</param>
public readonly record struct PendingStep(long Saga, long Number, GrainId Grain, long? Silo = null, bool IsTakenBack = false);

/// <summary>A stored step of a saga that was not decided, as its grain finds it.</summary>
/// <param name="Saga">Number of the saga.</param>
/// <param name="Silo">Key of the silo that decides the saga; null if no silo can decide it any more.</param>
/// <param name="Before">The state before the step.</param>
/// <param name="After">The state after it.</param>
/// <param name="Actions">What leaves the grain with it, as it is stored (<see cref="CommitAction.ToStored"/>).</param>
/// <param name="IsTakenBack">Whether it is taken back: then the state before is that with the step, and the one after that without it.</param>
public readonly record struct StoredStep<TState>(
    long Saga, long? Silo, TState Before, TState After, IReadOnlyList<byte[]> Actions, bool IsTakenBack = false);
