using Orleans.Runtime;

namespace Orleans.Runtime
{
    /// <summary>Anything that can be addressed: a grain, or a reference to one.</summary>
    public interface IAddressable;
}

namespace Orleans
{
    /// <summary>Base of all grain interfaces. Their methods return Task, Task of T, ValueTask or ValueTask of T.</summary>
    public interface IGrain : IAddressable;

    /// <summary>A grain with an integer as its key.</summary>
    public interface IGrainWithIntegerKey : IGrain;

    /// <summary>A grain with a string as its key.</summary>
    public interface IGrainWithStringKey : IGrain;

    /// <summary>A grain with a GUID as its key.</summary>
    public interface IGrainWithGuidKey : IGrain;

    /// <summary>A grain with an integer and a string as its key.</summary>
    public interface IGrainWithIntegerCompoundKey : IGrain;
}
