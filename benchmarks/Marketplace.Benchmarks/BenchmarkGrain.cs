using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Benchmarks;

public interface IBenchmarkGrain : IGrainWithIntegerKey
{
    /// <summary>Completes at once.</summary>
    Task<int> Next();

    /// <summary>Completes at once, without a task object.</summary>
    ValueTask<int> NextValue();

    /// <summary>Completes in a later turn.</summary>
    Task<int> NextAfterYield();

    /// <summary>Calls another grain many times, one call after the other.</summary>
    Task<int> CallNext(IBenchmarkGrain other, int times);

    Task<int> CallNextAfterYield(IBenchmarkGrain other, int times);
}

[Reentrant]
public sealed class BenchmarkGrain : Grain, IBenchmarkGrain
{
    private int _value;

    public Task<int> Next() => Task.FromResult(++_value);

    public ValueTask<int> NextValue() => new(++_value);

    public async Task<int> NextAfterYield()
    {
        await Task.Yield();
        return ++_value;
    }

    public async Task<int> CallNext(IBenchmarkGrain other, int times)
    {
        var sum = 0;
        for (var i = 0; i < times; i++)
            sum += await other.Next();
        return sum;
    }

    public async Task<int> CallNextAfterYield(IBenchmarkGrain other, int times)
    {
        var sum = 0;
        for (var i = 0; i < times; i++)
            sum += await other.NextAfterYield();
        return sum;
    }
}
