using Marketplace.Conformance.Fixtures;
using Orleans;

namespace Marketplace.Conformance.Grains;

public interface IFiltered : IGrainWithIntegerKey
{
    Task<int> Twice(int value);

    ValueTask Nothing();

    Task<int> Fail();

    Task<int> TwiceAt(IFiltered other, int value);
}

internal sealed class FilteredGrain(Journal journal) : Grain, IFiltered, IIncomingGrainCallFilter
{
    public async Task<int> Twice(int value)
    {
        await Task.Yield();
        return value * 2;
    }

    public ValueTask Nothing() => ValueTask.CompletedTask;

    public Task<int> Fail() => throw new InvalidOperationException("fails");

    public Task<int> TwiceAt(IFiltered other, int value) => other.Twice(value);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        journal.Write($"grain: {context.MethodName}");
        await context.Invoke();
    }
}
