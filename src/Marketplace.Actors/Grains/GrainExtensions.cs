using Orleans.Runtime;

namespace Orleans;

/// <summary>Identity and references of grains.</summary>
public static class GrainExtensions
{
    /// <summary>The identity of a grain or of the grain that a reference points to.</summary>
    /// <param name="grain">The grain or reference.</param>
    public static GrainId GetGrainId(this IAddressable grain) => grain switch
    {
        GrainReference reference => reference.GrainId,
        IGrainBase instance => instance.GrainContext.GrainId,
        null => throw new ArgumentNullException(nameof(grain)),
        _ => throw new ArgumentException($"{grain.GetType()} is neither a grain nor a reference to one.", nameof(grain)),
    };

    /// <summary>A reference to the grain.</summary>
    /// <typeparam name="TGrainInterface">The interface of the reference.</typeparam>
    /// <param name="grain">The grain, or another reference to it.</param>
    public static TGrainInterface AsReference<TGrainInterface>(this IAddressable grain)
        where TGrainInterface : IAddressable => grain switch
        {
            GrainReference reference => reference.Cast<TGrainInterface>(),
            IGrainBase instance => instance.GrainContext.GrainReference.Cast<TGrainInterface>(),
            null => throw new ArgumentNullException(nameof(grain)),
            _ => throw new ArgumentException($"{grain.GetType()} is neither a grain nor a reference to one.", nameof(grain)),
        };

    /// <summary>The integer key of a grain.</summary>
    /// <param name="grain">The grain or reference.</param>
    public static long GetPrimaryKeyLong(this IAddressable grain) => grain.GetGrainId().GetIntegerKey();

    /// <summary>The integer key of a grain, and its extension if it has one.</summary>
    /// <param name="grain">The grain or reference.</param>
    /// <param name="keyExt">The extension.</param>
    public static long GetPrimaryKeyLong(this IAddressable grain, out string? keyExt) => grain.GetGrainId().GetIntegerKey(out keyExt);

    /// <summary>The string key of a grain.</summary>
    /// <param name="grain">The grain or reference.</param>
    public static string GetPrimaryKeyString(this IAddressable grain) => grain.GetGrainId().Key.ToString();

    /// <summary>The GUID key of a grain.</summary>
    /// <param name="grain">The grain or reference.</param>
    public static Guid GetPrimaryKey(this IAddressable grain) => grain.GetGrainId().GetGuidKey();
}
