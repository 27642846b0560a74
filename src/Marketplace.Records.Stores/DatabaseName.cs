using System.Globalization;
using System.IO.Hashing;
using System.Text;

namespace Marketplace.Records.Stores;

/// <summary>Names of the databases of stores. What has the same tables, layout and size has the same name.</summary>
internal static class DatabaseName
{
    /// <summary>With what the names of all of them begin.</summary>
    public const string Prefix = "records_";

    private const string Version = "1"; // Of tables, documents and seed.

    /// <summary>What follows the prefix.</summary>
    /// <param name="settings">Layout and size.</param>
    /// <param name="content">Tells it from databases with the same layout and size.</param>
    public static string Hash(RecordsSettings settings, string content) => Convert.ToHexStringLower(XxHash64.Hash(Encoding.UTF8.GetBytes(
        string.Create(CultureInfo.InvariantCulture, $"{Version} {content}{settings.Layout} {settings.Rows}"))));
}
