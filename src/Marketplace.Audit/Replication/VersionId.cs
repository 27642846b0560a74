using System.Globalization;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Replication;

/// <summary>A version of a product, in eight bytes.</summary>
/// <param name="Value">
/// 0 as ingested; above that the number of the delete's tid; -1 for a product that is gone; below that a fingerprint of another text.
/// </param>
internal readonly record struct VersionId(long Value)
{
    private const long GoneValue = -1;

    /// <summary>The product is gone.</summary>
    public static VersionId Gone => new(GoneValue);

    /// <summary>Makes it of a text.</summary>
    /// <param name="version">The text; null for a product that is gone.</param>
    public static VersionId Of(AuditHistory history, string? version)
    {
        if (version is null)
            return Gone;
        if (version == RunNames.Version(history.Run, 0))
            return default;
        return history.NumberOf(version) is > 0 and var number ? new VersionId(number) : new VersionId(Fingerprint(version));
    }

    /// <summary>The version that a product has now; <see cref="Gone"/> if it was deleted.</summary>
    public static VersionId Current(AuditHistory history, Product product) => Of(history, product.Active ? product.Version : null);

    /// <summary>The version for a person.</summary>
    public string Name(AuditHistory history) => Value switch
    {
        GoneValue => "no version",
        < GoneValue => string.Create(CultureInfo.InvariantCulture, $"a version of another run (fingerprint {-Value:x})"),
        _ => $"version {RunNames.Version(history.Run, Value)}",
    };

    // FNV-1a, as a number below -1.
    private static long Fingerprint(string text)
    {
        var hash = 14_695_981_039_346_656_037UL;
        foreach (var letter in text)
            hash = (hash ^ letter) * 1_099_511_628_211UL;
        return GoneValue - 1 - (long)(hash >> 2);
    }
}
