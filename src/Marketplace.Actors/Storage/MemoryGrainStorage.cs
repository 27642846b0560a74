using System.Collections.Concurrent;
using System.Globalization;
using System.Runtime.CompilerServices;
using Orleans;
using Orleans.Runtime;
using Orleans.Storage;

namespace Marketplace.Storage;

/// <summary>
/// Keeps the states of grains in memory: the objects themselves, without a copy, so that a read or write costs one lookup. It
/// knows only what was written and not cleared.
/// </summary>
internal sealed class MemoryGrainStorage : IGrainStorage, IGrainStorageCatalog
{
    private readonly ConcurrentDictionary<string, ConcurrentDictionary<GrainId, Record>> _states = new();

    // One counter for all records: the ETag of a cleared record never comes back.
    private long _lastVersion;

    public Task ReadStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState)
    {
        ArgumentNullException.ThrowIfNull(grainState);
        var record = Find(stateName, grainId);
        if (record is not null)
            grainState.State = (T)record.State!;
        grainState.ETag = record?.ETag;
        grainState.RecordExists = record is not null;
        return Task.CompletedTask;
    }

    public Task WriteStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState)
    {
        ArgumentNullException.ThrowIfNull(grainState);
        var records = _states.GetOrAdd(stateName, static _ => new ConcurrentDictionary<GrainId, Record>());
        var stored = records.GetValueOrDefault(grainId);
        var written = new Record(grainState.State, Interlocked.Increment(ref _lastVersion));
        var isWritten = stored?.ETag == grainState.ETag
            && (stored is null ? records.TryAdd(grainId, written) : records.TryUpdate(grainId, written, stored));
        if (!isWritten)
            return Task.FromException(Inconsistent(stateName, grainId, grainState.ETag));
        grainState.ETag = written.ETag;
        grainState.RecordExists = true;
        return Task.CompletedTask;
    }

    public Task ClearStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState)
    {
        ArgumentNullException.ThrowIfNull(grainState);
        var stored = Find(stateName, grainId);
        var isCleared = stored?.ETag == grainState.ETag
            && (stored is null || _states[stateName].TryRemove(KeyValuePair.Create(grainId, stored)));
        if (!isCleared)
            return Task.FromException(Inconsistent(stateName, grainId, grainState.ETag));
        grainState.ETag = null;
        grainState.RecordExists = false;
        return Task.CompletedTask;
    }

    public async IAsyncEnumerable<GrainId> ListAsync(
        string stateName, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        if (!_states.TryGetValue(stateName, out var records))
            yield break;
        foreach (var grainId in records.Keys.Order())
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return grainId;
        }
        await Task.CompletedTask;
    }

    private Record? Find(string stateName, GrainId grainId) =>
        _states.TryGetValue(stateName, out var records) ? records.GetValueOrDefault(grainId) : null;

    private InconsistentStateException Inconsistent(string stateName, GrainId grainId, string? etag) =>
        new($"State \"{stateName}\" of grain {grainId} was written by someone else.", Find(stateName, grainId)?.ETag, etag);

    private sealed class Record(object? state, long version)
    {
        public object? State { get; } = state;

        public string ETag { get; } = version.ToString(CultureInfo.InvariantCulture);
    }
}
