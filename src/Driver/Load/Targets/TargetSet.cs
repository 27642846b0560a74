using System.Collections.Immutable;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load.Targets;

/// <summary>
/// The targets of a load and which of them each worker sends to: the workers are spread evenly over the targets that are ready, and as
/// few as possible move when that changes. Thread-safe; a worker looks its target up without a lock.
/// </summary>
internal sealed class TargetSet
{
    private const int ChangesMax = 100;

    private readonly Lock _gate = new();
    private readonly bool[] _isReady;
    private readonly long[] _notReadyAt;
    private readonly int[] _assigned;
    private readonly ImmutableArray<ReadinessChange>.Builder[] _changes;
    private readonly TimeProvider _time;
    private volatile bool _isOver;
    private long _origin;

    /// <summary>Spreads the workers over all targets: each is taken for ready until it is found not to be.</summary>
    public TargetSet(IReadOnlyList<HttpEndpoint> endpoints, int workers, TimeProvider time)
    {
        Endpoints = [.. endpoints];
        _time = time;
        _origin = time.GetTimestamp();
        _isReady = [.. endpoints.Select(_ => true)];
        _notReadyAt = [.. endpoints.Select(_ => long.MinValue)];
        _assigned = [.. Enumerable.Range(0, workers).Select(worker => worker % endpoints.Count)];
        _changes = [.. endpoints.Select(_ => ImmutableArray.CreateBuilder<ReadinessChange>())];
    }

    public ImmutableArray<HttpEndpoint> Endpoints { get; }

    /// <summary>True once nobody should wait for a target any longer.</summary>
    public bool IsOver => _isOver;

    /// <summary>The target that a worker sends its next request to.</summary>
    public int Of(int worker) => Volatile.Read(ref _assigned[worker]);

    /// <summary>Starts the load: changes of readiness are told from here on, and in seconds since.</summary>
    public void Begin(long origin)
    {
        lock (_gate)
        {
            _origin = origin;
            foreach (var changes in _changes)
                changes.Clear();
            for (var target = 0; target < _isReady.Length; target++)
            {
                if (!_isReady[target]) _changes[target].Add(new ReadinessChange(0, false));
            }
        }
    }

    /// <summary>Tells that a target is not ready; if that is news, workers move.</summary>
    public void ReportNotReady(int target)
    {
        lock (_gate)
        {
            _notReadyAt[target] = _time.GetTimestamp();
            Change(target, isReady: false);
        }
    }

    /// <summary>Tells that a target is ready; if that is news, workers move.</summary>
    /// <param name="asked">
    /// When it was asked, as a timestamp: it may have ceased to be ready between its answer and now, and what was found later counts.
    /// </param>
    public void ReportReady(int target, long asked)
    {
        lock (_gate)
        {
            if (asked >= _notReadyAt[target]) Change(target, isReady: true);
        }
    }

    /// <summary>Keeps a worker at a target that answered it, unless it is assigned to one that is ready.</summary>
    public void Settle(int worker, int target)
    {
        lock (_gate)
        {
            if (!_isReady[_assigned[worker]]) Volatile.Write(ref _assigned[worker], target);
        }
    }

    /// <summary>Nobody waits for a target any longer: the drain is over.</summary>
    public void GiveUp() => _isOver = true;

    /// <summary>When a target began or ceased to be ready; the first 100 changes.</summary>
    public ImmutableArray<ReadinessChange> Changes(int target)
    {
        lock (_gate)
            return _changes[target].ToImmutable();
    }

    private void Change(int target, bool isReady)
    {
        if (_isReady[target] == isReady) return;
        _isReady[target] = isReady;
        if (_changes[target].Count < ChangesMax)
            _changes[target].Add(new ReadinessChange(_time.GetElapsedTime(_origin).TotalSeconds, isReady));
        Spread();
    }

    // Without any target that is ready, the workers stay where they are: a silo that is not ready may still answer.
    private void Spread()
    {
        var ready = _isReady.Count(isReady => isReady);
        if (ready == 0) return;
        var room = Rooms(ready);
        var homeless = new Stack<int>();
        for (var worker = 0; worker < _assigned.Length; worker++)
        {
            if (room[_assigned[worker]]-- <= 0) homeless.Push(worker);
        }

        for (var target = 0; target < room.Length; target++)
        {
            for (; room[target] > 0; room[target]--)
                Volatile.Write(ref _assigned[homeless.Pop()], target);
        }
    }

    /// <summary>How many workers each target gets; those that have most keep the odd ones.</summary>
    private int[] Rooms(int ready)
    {
        var room = new int[_isReady.Length];
        var odd = _assigned.Length % ready;
        var has = _assigned.CountBy(target => target).ToDictionary();
        foreach (var target in Enumerable.Range(0, room.Length).Where(target => _isReady[target]).OrderByDescending(has.GetValueOrDefault))
            room[target] = _assigned.Length / ready + (odd-- > 0 ? 1 : 0);
        return room;
    }
}
