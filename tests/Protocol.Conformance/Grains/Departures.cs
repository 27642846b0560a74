using System.Collections.Concurrent;
using Marketplace.Protocols;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>What grains emit, and what became of it.</summary>
internal sealed class Departures
{
    private readonly ConcurrentQueue<Departure> _all = new();

    /// <summary>All that was emitted, by the transactions that did.</summary>
    public ILookup<string, Departure> ByTransaction => _all.ToLookup(departure => departure.Tid);

    /// <summary>Called when something is about to leave a grain; if it throws, that can't leave now.</summary>
    public Action<int> Leaving { get; set; } = static _ => { };

    /// <summary>Called when something is about to be taken back; if it throws, that can't be taken back now.</summary>
    public Action<Departure> TakingBack { get; set; } = static _ => { };

    /// <summary>How often something left a grain on account of a transaction.</summary>
    public int Released(string tid, int grain) =>
        ByTransaction[tid].Where(departure => departure.Grain == grain).Sum(departure => departure.Released);

    /// <summary>Makes something to emit.</summary>
    public Departure Expect(string tid, int grain)
    {
        var departure = new Departure(tid, grain, this);
        _all.Enqueue(departure);
        return departure;
    }
}

/// <summary>Something that a transaction emits. It counts what happens to it.</summary>
internal sealed record Departure(string Tid, int Grain, Departures All) : CommitAction
{
    private int _released;
    private int _withdrawn;

    public int Released => Volatile.Read(ref _released);
    public int Withdrawn => Volatile.Read(ref _withdrawn);

    public override Task OnCommit()
    {
        All.Leaving(Grain);
        Interlocked.Increment(ref _released);
        return Task.CompletedTask;
    }

    public override Task OnAbort()
    {
        All.TakingBack(this);
        Interlocked.Increment(ref _withdrawn);
        return Task.CompletedTask;
    }
}
