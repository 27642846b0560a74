using System.Text.Json;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Runtime;
using Orleans.Serialization;

namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>
/// Keeps states, and what lies beside them, as bytes that outlive their activations: each atomic write is stored a little later, as a whole, if all
/// that it replaces is still there.
/// </summary>
internal sealed class KeptStates : IAtomicWrites
{
    private readonly Lock _lock = new();
    private readonly Dictionary<GrainId, Kept> _kept = [];

    public bool AreSupported => true;

    public AtomicWrite Begin() => new KeptWrite(this);

    // What tests have leave can't be written.
    public AtomicWrite BeginWriteSet() => new KeptWrite(this);

    public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);

    public Kept Of(GrainId grain)
    {
        lock (_lock)
        {
            return _kept.GetValueOrDefault(grain);
        }
    }

    public void Store(ICollection<KeptChange> changes)
    {
        lock (_lock)
        {
            if (changes.Any(change => change.Version != _kept.GetValueOrDefault(change.Grain).Version))
                throw new StorageConflictException("It was written by another activation.");

            foreach (var change in changes)
                _kept[change.Grain] = new(change.Version + 1, change.Record, change.State ?? _kept.GetValueOrDefault(change.Grain).State);
        }
    }
}

/// <summary>What is stored of a grain.</summary>
internal readonly record struct Kept(long Version, byte[] Record, byte[]? State);

/// <summary>What an atomic write does to a grain.</summary>
/// <param name="State">Null if it stays.</param>
internal sealed record KeptChange(GrainId Grain, long Version, byte[] Record, byte[]? State);

internal sealed class KeptWrite(KeptStates states) : AtomicWrite
{
    public Dictionary<GrainId, KeptChange> Changes { get; } = [];

    public override WriteSet? Encode(GrainId grain) => null;

    public override async Task Submit()
    {
        await Task.Yield();
        states.Store(Changes.Values);
    }
}

internal sealed class KeptStorage<TState>(KeptStates states, Serializer serializer, IGrainContextAccessor accessor) : IStateStore<TState>
    where TState : class, new()
{
    private readonly GrainId _grain = accessor.GrainContext.GrainId;
    private byte[]? _added;

    public StoredPrepared LoadedPrepared { get; private set; }

    public long PreparedVersion { get; private set; }

    public ValueTask<TState> Load(CancellationToken cancellationToken)
    {
        var kept = states.Of(_grain);
        LoadedPrepared = new(kept.Version, kept.Record);
        PreparedVersion = kept.Version;
        return new(kept.State is { } state ? serializer.Deserialize<TState>(state)! : new TState());
    }

    // Before what lies beside it.
    public void Add(AtomicWrite write, TState state) => _added = serializer.SerializeToArray(state);

    public void AddPrepared(AtomicWrite write, byte[] record, int open)
    {
        ((KeptWrite)write).Changes.Add(_grain, new(_grain, PreparedVersion++, record, _added));
        _added = null;
    }

    public byte[] WriteDifference(TState before, TState after) => JsonSerializer.SerializeToUtf8Bytes(serializer.SerializeToArray(after));

    public TState ReadDifference(TState before, byte[] difference) =>
        serializer.Deserialize<TState>(JsonSerializer.Deserialize<byte[]>(difference)!)!;

    public ValueTask Save(TState state) => throw new NotSupportedException("It is stored with what lies beside it.");

    public ValueTask Clear() => throw new NotSupportedException("Tests clear nothing.");
}

internal static class KeptStorageRegistration
{
    /// <summary>Adds the storage, in the place of another one.</summary>
    public static IServiceCollection AddKeptStorage(this IServiceCollection services) => services
        .AddSingleton<KeptStates>()
        .AddSingleton<IAtomicWrites>(static services => services.GetRequiredService<KeptStates>())
        .AddScoped(typeof(IStateStore<>), typeof(KeptStorage<>));
}
