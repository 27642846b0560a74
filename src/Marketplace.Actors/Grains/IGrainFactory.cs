using Orleans.Runtime;

namespace Orleans;

/// <summary>Makes references to grains. A reference is good whether the grain is active or not, and never expires.</summary>
public interface IGrainFactory
{
    /// <summary>A reference to the grain with an integer key.</summary>
    /// <typeparam name="TGrainInterface">The grain's interface.</typeparam>
    /// <param name="primaryKey">The key.</param>
    /// <exception cref="ArgumentException">No grain class, or more than one, implements the interface.</exception>
    TGrainInterface GetGrain<TGrainInterface>(long primaryKey)
        where TGrainInterface : IGrainWithIntegerKey;

    /// <summary>A reference to the grain with a string key.</summary>
    /// <typeparam name="TGrainInterface">The grain's interface.</typeparam>
    /// <param name="primaryKey">The key.</param>
    /// <exception cref="ArgumentException">No grain class, or more than one, implements the interface.</exception>
    TGrainInterface GetGrain<TGrainInterface>(string primaryKey)
        where TGrainInterface : IGrainWithStringKey;

    /// <summary>A reference to the grain with a GUID key.</summary>
    /// <typeparam name="TGrainInterface">The grain's interface.</typeparam>
    /// <param name="primaryKey">The key.</param>
    /// <exception cref="ArgumentException">No grain class, or more than one, implements the interface.</exception>
    TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey)
        where TGrainInterface : IGrainWithGuidKey;

    /// <summary>A reference to the grain with an integer key and an extension.</summary>
    /// <typeparam name="TGrainInterface">The grain's interface.</typeparam>
    /// <param name="primaryKey">The integer.</param>
    /// <param name="keyExtension">The extension.</param>
    /// <exception cref="ArgumentException">No grain class, or more than one, implements the interface.</exception>
    TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string keyExtension)
        where TGrainInterface : IGrainWithIntegerCompoundKey;

    /// <summary>A reference to the grain with a given identity.</summary>
    /// <typeparam name="TGrainInterface">An interface of the grain.</typeparam>
    /// <param name="grainId">The identity.</param>
    /// <exception cref="ArgumentException">The type of the identity is not a grain class, or lacks the interface.</exception>
    TGrainInterface GetGrain<TGrainInterface>(GrainId grainId)
        where TGrainInterface : IAddressable;
}
