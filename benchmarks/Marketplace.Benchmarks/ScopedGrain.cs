using Orleans;
using Orleans.Runtime;

namespace Marketplace.Benchmarks;

/// <summary>A grain with a service of its own, as every grain with state is.</summary>
public interface IScopedGrain : IGrainWithIntegerKey
{
    Task<int> Next();
}

public sealed class ScopedGrain(Slot<ScopedGrain> slot) : Grain, IScopedGrain
{
    public Task<int> Next() => Task.FromResult(++slot.Value);
}

/// <summary>A scoped service, registered as an open generic.</summary>
/// <typeparam name="TOwner">Who has it.</typeparam>
public sealed class Slot<TOwner>(IGrainContextAccessor accessor)
{
    public GrainId Owner { get; } = accessor.GrainContext.GrainId;
    public int Value { get; set; }
}
