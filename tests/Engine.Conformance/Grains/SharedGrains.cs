using Orleans;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

/// <summary>An interface that several grain classes have, as those that take part in transactions do.</summary>
public interface IShared : IAddressable
{
    Task<string> Name();
}

public interface IFirst : IShared, IGrainWithIntegerKey
{
    Task<IShared> Self();
}

public interface ISecond : IShared, IGrainWithIntegerCompoundKey
{
    Task<string> Key();
}

public interface IByGuid : IGrainWithGuidKey
{
    Task<Guid> Key();
}

public interface INobody : IGrainWithIntegerKey
{
    Task Call();
}

internal sealed class FirstGrain : Grain, IFirst
{
    public Task<string> Name() => Task.FromResult($"first {this.GetPrimaryKeyLong()}");

    public Task<IShared> Self() => Task.FromResult<IShared>(this.AsReference<IFirst>());
}

[GrainType("number-two")]
internal sealed class SecondGrain : Grain, ISecond
{
    public Task<string> Name() => Task.FromResult("second");

    public Task<string> Key() => Task.FromResult($"{this.GetPrimaryKeyLong(out var extension)} {extension}");
}

internal sealed class ByGuidGrain : Grain, IByGuid
{
    public Task<Guid> Key() => Task.FromResult(this.GetPrimaryKey());
}
