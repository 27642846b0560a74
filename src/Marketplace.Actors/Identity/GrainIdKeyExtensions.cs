using System.Globalization;

namespace Orleans.Runtime;

/// <summary>How the kinds of keys are written as the key of a <see cref="GrainId"/>, and read back.</summary>
public static class GrainIdKeyExtensions
{
    /// <summary>The key of a grain with an integer key.</summary>
    /// <param name="key">The integer.</param>
    public static IdSpan CreateIntegerKey(long key) => IdSpan.Create(key);

    /// <summary>The key of a grain with an integer key and an extension.</summary>
    /// <param name="key">The integer.</param>
    /// <param name="keyExtension">The extension.</param>
    public static IdSpan CreateIntegerKey(long key, string keyExtension)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(keyExtension);
        return IdSpan.Create(string.Create(CultureInfo.InvariantCulture, $"{key:X}+{keyExtension}"));
    }

    /// <summary>The key of a grain with a GUID key.</summary>
    /// <param name="key">The GUID.</param>
    public static IdSpan CreateGuidKey(Guid key) => IdSpan.Create(key.ToString("N"));

    /// <summary>The integer of an integer key.</summary>
    /// <param name="grainId">The identity.</param>
    /// <exception cref="ArgumentException">The grain's key is of another kind.</exception>
    public static long GetIntegerKey(this GrainId grainId) => GetIntegerKey(grainId, out _);

    /// <summary>The integer of an integer key, and its extension if it has one.</summary>
    /// <param name="grainId">The identity.</param>
    /// <param name="keyExt">The extension.</param>
    /// <exception cref="ArgumentException">The grain's key is of another kind.</exception>
    public static long GetIntegerKey(this GrainId grainId, out string? keyExt)
    {
        keyExt = null;
        if (grainId.Key.TryGetNumber(out var number))
            return number;
        var text = grainId.Key.ToString();
        var plus = text.IndexOf('+', StringComparison.Ordinal);
        if (plus > 0 && long.TryParse(text.AsSpan(0, plus), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number))
        {
            keyExt = text[(plus + 1)..];
            return number;
        }
        throw new ArgumentException($"The key of grain {grainId} is not an integer.", nameof(grainId));
    }

    /// <summary>The GUID of a GUID key.</summary>
    /// <param name="grainId">The identity.</param>
    /// <exception cref="ArgumentException">The grain's key is of another kind.</exception>
    public static Guid GetGuidKey(this GrainId grainId) =>
        Guid.TryParseExact(grainId.Key.ToString(), "N", out var key)
            ? key
            : throw new ArgumentException($"The key of grain {grainId} is not a GUID.", nameof(grainId));
}
