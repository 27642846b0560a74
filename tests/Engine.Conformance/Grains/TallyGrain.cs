using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Conformance.Grains;

/// <summary>Counts, and notices when two threads are in it at once.</summary>
public interface ITally : IGrainWithIntegerKey
{
    Task Add(int amount);

    ValueTask AddAfterYields(int amount, int yields);

    Task AddThere(ITally other, int amount);

    Task<int> Total();

    Task<int> Overlaps();
}

public interface IPlainTally : ITally;

public interface IReentrantTally : ITally
{
    /// <summary>Calls the next grain, and that one the next, round and round; the answer counts the calls.</summary>
    Task<int> Chain(int length);
}

internal abstract class TallyGrain : Grain, ITally
{
    private int _total;
    private int _inside;
    private int _overlaps;

    public Task Add(int amount)
    {
        Enter();
        _total += amount;
        Leave();
        return Task.CompletedTask;
    }

    public async ValueTask AddAfterYields(int amount, int yields)
    {
        for (var i = 0; i < yields; i++)
        {
            Enter();
            Leave();
            await Task.Yield();
        }

        Enter();
        _total += amount;
        Leave();
    }

    public async Task AddThere(ITally other, int amount)
    {
        Enter();
        var call = other.AddAfterYields(amount, 1);
        Leave();
        await call;
        Enter();
        Leave();
    }

    public Task<int> Total() => Task.FromResult(_total);

    public Task<int> Overlaps() => Task.FromResult(_overlaps);

    private void Enter()
    {
        if (Interlocked.Increment(ref _inside) != 1)
            Interlocked.Increment(ref _overlaps);
    }

    private void Leave() => Interlocked.Decrement(ref _inside);
}

internal sealed class PlainTallyGrain : TallyGrain, IPlainTally;

[Reentrant]
internal sealed class ReentrantTallyGrain : TallyGrain, IReentrantTally
{
    // To activate a grain takes longer than to call it.
    private const int Grains = 100;

    public async Task<int> Chain(int length) => length == 1
        ? 1
        : 1 + await GrainFactory.GetGrain<IReentrantTally>((this.GetPrimaryKeyLong() + 1) % Grains).Chain(length - 1);
}

/// <summary>Leaves often.</summary>
public interface IMayfly : IGrainWithIntegerKey
{
    Task Visit(string name, bool leave);
}

internal sealed class MayflyGrain(Journal journal) : Grain, IMayfly
{
    public async Task Visit(string name, bool leave)
    {
        if (leave)
            DeactivateOnIdle();
        await Task.Yield();
        journal.Write(name);
    }
}
