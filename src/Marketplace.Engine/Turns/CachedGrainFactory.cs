using System.Collections.Concurrent;

namespace Marketplace.Engine.Turns;

/// <summary>
/// Keeps the references that it has made: Orleans reads attributes and makes an identity each time it makes one. A reference that nobody
/// has asked for between two sweeps is forgotten, so the memory follows what is in use.
/// </summary>
internal sealed class CachedGrainFactory : IGrainFactory, IDisposable
{
    // Only counts interfaces, so that a cache is found by a small number instead of by a look-up.
    private static int _interfaces;

    private readonly IGrainFactory _inner;
    private readonly Lock _growing = new();
    private readonly ITimer _timer;
    private volatile Cache?[] _caches = new Cache?[64];

    public CachedGrainFactory(IGrainFactory inner, TimeSpan period, TimeProvider time)
    {
        _inner = inner;
        _timer = time.CreateTimer(static factory => ((CachedGrainFactory)factory!).Sweep(), this, period, period);
    }

    /// <summary>References kept.</summary>
    public int Count => _caches.Sum(static cache => cache?.Count ?? 0);

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithIntegerKey
    {
        if (grainClassNamePrefix is not null)
            return _inner.GetGrain<TGrainInterface>(primaryKey, grainClassNamePrefix);
        var cache = CacheOf<TGrainInterface, long>();
        return cache.TryGet(primaryKey, out var found) ? found : cache.Add(primaryKey, _inner.GetGrain<TGrainInterface>(primaryKey));
    }

    public TGrainInterface GetGrain<TGrainInterface>(string primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithStringKey
    {
        if (grainClassNamePrefix is not null)
            return _inner.GetGrain<TGrainInterface>(primaryKey, grainClassNamePrefix);
        var cache = CacheOf<TGrainInterface, string>();
        return cache.TryGet(primaryKey, out var found) ? found : cache.Add(primaryKey, _inner.GetGrain<TGrainInterface>(primaryKey));
    }

    public TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithGuidKey => _inner.GetGrain<TGrainInterface>(primaryKey, grainClassNamePrefix);

    public TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey, string keyExtension, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithGuidCompoundKey => _inner.GetGrain<TGrainInterface>(primaryKey, keyExtension, grainClassNamePrefix);

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string keyExtension, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithIntegerCompoundKey => _inner.GetGrain<TGrainInterface>(primaryKey, keyExtension, grainClassNamePrefix);

    public TGrainInterface GetGrain<TGrainInterface>(GrainId grainId)
        where TGrainInterface : IAddressable => _inner.GetGrain<TGrainInterface>(grainId);

    public IAddressable GetGrain(GrainId grainId) => _inner.GetGrain(grainId);

    public IAddressable GetGrain(GrainId grainId, GrainInterfaceType interfaceType) => _inner.GetGrain(grainId, interfaceType);

    public IGrain GetGrain(Type grainInterfaceType, Guid grainPrimaryKey) => _inner.GetGrain(grainInterfaceType, grainPrimaryKey);

    public IGrain GetGrain(Type grainInterfaceType, long grainPrimaryKey) => _inner.GetGrain(grainInterfaceType, grainPrimaryKey);

    public IGrain GetGrain(Type grainInterfaceType, string grainPrimaryKey) => _inner.GetGrain(grainInterfaceType, grainPrimaryKey);

    public IGrain GetGrain(Type grainInterfaceType, Guid grainPrimaryKey, string keyExtension) =>
        _inner.GetGrain(grainInterfaceType, grainPrimaryKey, keyExtension);

    public IGrain GetGrain(Type grainInterfaceType, long grainPrimaryKey, string keyExtension) =>
        _inner.GetGrain(grainInterfaceType, grainPrimaryKey, keyExtension);

    public IAddressable GetGrain(Type interfaceType, IdSpan grainKey, string grainClassNamePrefix) =>
        _inner.GetGrain(interfaceType, grainKey, grainClassNamePrefix);

    public IAddressable GetGrain(Type interfaceType, IdSpan grainKey) => _inner.GetGrain(interfaceType, grainKey);

    public TGrainObserverInterface CreateObjectReference<TGrainObserverInterface>(IGrainObserver obj)
        where TGrainObserverInterface : IGrainObserver => _inner.CreateObjectReference<TGrainObserverInterface>(obj);

    public void DeleteObjectReference<TGrainObserverInterface>(IGrainObserver obj)
        where TGrainObserverInterface : IGrainObserver => _inner.DeleteObjectReference<TGrainObserverInterface>(obj);

    public void Dispose() => _timer.Dispose();

    private Cache<TGrainInterface, TKey> CacheOf<TGrainInterface, TKey>()
        where TKey : notnull
    {
        var number = Number<TGrainInterface, TKey>.Value;
        var caches = _caches;
        return number < caches.Length && caches[number] is Cache<TGrainInterface, TKey> cache ? cache : AddCache<TGrainInterface, TKey>(number);
    }

    private Cache<TGrainInterface, TKey> AddCache<TGrainInterface, TKey>(int number)
        where TKey : notnull
    {
        lock (_growing)
        {
            var caches = _caches;
            if (number >= caches.Length)
                Array.Resize(ref caches, Math.Max(number + 1, 2 * caches.Length));
            var cache = (Cache<TGrainInterface, TKey>)(caches[number] ??= new Cache<TGrainInterface, TKey>());
            _caches = caches;
            return cache;
        }
    }

    private void Sweep()
    {
        foreach (var cache in _caches)
            cache?.Sweep();
    }

    private static class Number<TGrainInterface, TKey>
    {
        public static readonly int Value = Interlocked.Increment(ref _interfaces) - 1;
    }

    private abstract class Cache
    {
        public abstract int Count { get; }

        public abstract void Sweep();
    }

    private sealed class Cache<TGrainInterface, TKey> : Cache
        where TKey : notnull
    {
        private readonly ConcurrentDictionary<TKey, Entry> _entries = new();

        public override int Count => _entries.Count;

        public bool TryGet(TKey key, out TGrainInterface reference)
        {
            if (_entries.TryGetValue(key, out var entry))
            {
                // Written only when it changes: an entry in use stays in the caches of all cores.
                if (!entry.IsUsed)
                    entry.IsUsed = true;
                reference = entry.Reference;
                return true;
            }

            reference = default!;
            return false;
        }

        public TGrainInterface Add(TKey key, TGrainInterface reference) => _entries.GetOrAdd(key, new Entry(reference)).Reference;

        public override void Sweep()
        {
            foreach (var (key, entry) in _entries)
            {
                if (!entry.IsUsed)
                    _entries.TryRemove(key, out _);
                entry.IsUsed = false;
            }
        }

        private sealed class Entry(TGrainInterface reference)
        {
            public TGrainInterface Reference => reference;
            public bool IsUsed { get; set; } = true;
        }
    }
}
