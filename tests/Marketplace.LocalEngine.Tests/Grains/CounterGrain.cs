using Orleans;
using Orleans.Concurrency;

namespace Marketplace.LocalEngine.Tests.Grains;

public interface ICounter : IGrainWithIntegerKey
{
    Task<int> Add(int amount);

    ValueTask<int> AddValue(int amount);

    Task<int> AddAfterYield(int amount);

    ValueTask<int> AddValueAfterYield(int amount);

    Task Nothing();

    ValueTask NothingValue();

    [ReadOnly]
    Task<int> Get();
}

public sealed class CounterGrain : Grain, ICounter
{
    private int _value;

    public Task<int> Add(int amount) => Task.FromResult(_value += amount);

    public ValueTask<int> AddValue(int amount) => ValueTask.FromResult(_value += amount);

    public async Task<int> AddAfterYield(int amount)
    {
        var before = _value;
        await Task.Yield();
        return _value = before + amount;
    }

    public async ValueTask<int> AddValueAfterYield(int amount)
    {
        var before = _value;
        await Task.Yield();
        return _value = before + amount;
    }

    public Task Nothing() => Task.CompletedTask;

    public async ValueTask NothingValue() => await Task.Yield();

    public Task<int> Get() => Task.FromResult(_value);
}
