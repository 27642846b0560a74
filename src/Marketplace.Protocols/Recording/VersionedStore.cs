using System.Globalization;
using System.Text;
using System.Text.Json;
using Marketplace.Protocols.Storage;
using Orleans.Runtime;

namespace Marketplace.Protocols.Recording;

/// <summary>
/// Stores a state as the storage does that knows nothing of versions but their numbers, and keeps the version of what is stored in memory.
/// </summary>
internal sealed class VersionedStore<TState>(
    IStateStore<TState> inner, RecordedKind<TState> kind, ObjectVersions versions, IGrainContextAccessor accessor) : IStateStore<Versioned<TState>>
    where TState : class, new()
{
    private readonly ObjectVersions.Cell _cell = versions.Of(accessor.GrainContext.GrainId, kind.Number);

    public async ValueTask<Versioned<TState>> Load(CancellationToken cancellationToken)
    {
        var epoch = versions.Epoch;
        var loaded = new Versioned<TState> { Value = await inner.Load(cancellationToken) };
        versions.Loaded(_cell, inner.LoadedNumber, epoch);

        // With its name: what a saga takes back of it before anybody has updated it is recorded too.
        loaded.Become(kind.Number, _cell.Key, _cell.Version, _cell.Epoch);
        loaded.Seal();
        return loaded;
    }

    public ValueTask Save(Versioned<TState> state)
    {
        Number(state);
        return inner.Save(state.Value);
    }

    public ValueTask SaveDecided(Versioned<TState> state)
    {
        Number(state);
        return inner.SaveDecided(state.Value);
    }

    public bool CanDecide => inner.CanDecide;

    public ValueTask Clear() => inner.Clear();

    public void Add(AtomicWrite write, Versioned<TState> state)
    {
        Number(state);
        inner.Add(write, state.Value);
    }

    public void AddToWriteSet(AtomicWrite write, Versioned<TState> state)
    {
        // It may yet be that another version is the next one.
        inner.Number(NumberOf(state));
        inner.AddToWriteSet(write, state.Value);
    }

    public void WriteSetIsStored(WriteSet writes, Versioned<TState> state)
    {
        Number(state);
        inner.WriteSetIsStored(writes, state.Value);
    }

    public ValueTask<bool> IsStored(WriteSet writes, CancellationToken cancellationToken) => inner.IsStored(writes, cancellationToken);

    public void Expire() => inner.Expire();

    public void AddStep(
        AtomicWrite write, long saga, long number, Versioned<TState> before, Versioned<TState> after, IReadOnlyList<byte[]> actions) =>
        inner.AddStep(write, saga, number, before.Value, after.Value, actions);

    public void AddTakenBack(AtomicWrite write, long saga, long number, Versioned<TState> before, Versioned<TState> after) =>
        inner.AddTakenBack(write, saga, number, before.Value, after.Value);

    public void EndStep(AtomicWrite write, long saga) => inner.EndStep(write, saga);

    public async ValueTask<(Versioned<TState> Before, Versioned<TState> After, IReadOnlyList<byte[]> Actions)?> LoadStep(
        long saga, Versioned<TState> now, CancellationToken cancellationToken) =>
        await inner.LoadStep(saga, now.Value, cancellationToken) is { } step
            ? (new Versioned<TState> { Value = step.Before }, new Versioned<TState> { Value = step.After }, step.Actions)
            : null;

    public async ValueTask<IReadOnlyList<StoredStep<Versioned<TState>>>> LoadSteps(Versioned<TState> now, CancellationToken cancellationToken) =>
    [
        .. (await inner.LoadSteps(now.Value, cancellationToken)).Select(static step => new StoredStep<Versioned<TState>>(
            step.Saga, step.Silo, new Versioned<TState> { Value = step.Before }, new Versioned<TState> { Value = step.After }, step.Actions,
            step.IsTakenBack)),
    ];

    public StoredPrepared LoadedPrepared => inner.LoadedPrepared;

    public long PreparedVersion => inner.PreparedVersion;

    public void AddPrepared(AtomicWrite write, byte[] record, int open) => inner.AddPrepared(write, record, open);

    // The number of the version, and the difference of the state.
    public byte[] WriteDifference(Versioned<TState> before, Versioned<TState> after) =>
        [.. Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"[{NumberOf(after)},")),
            .. inner.WriteDifference(before.Value, after.Value), (byte)']'];

    public Versioned<TState> ReadDifference(Versioned<TState> before, byte[] difference)
    {
        using var json = JsonDocument.Parse(difference);
        var state = new Versioned<TState>
        {
            Value = inner.ReadDifference(before.Value, Encoding.UTF8.GetBytes(json.RootElement[1].GetRawText())),
        };
        state.Become(kind.Number, _cell.Key, json.RootElement[0].GetInt64(), versions.Epoch);
        state.Seal();
        return state;
    }

    // One whose versions are not counted any more has none.
    private long NumberOf(Versioned<TState> state) => state.Epoch == versions.Epoch ? state.Version : 0;

    private void Number(Versioned<TState> state)
    {
        (_cell.Version, _cell.Epoch) = (state.Version, state.Epoch);
        inner.Number(NumberOf(state));
    }
}
