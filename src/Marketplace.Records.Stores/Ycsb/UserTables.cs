using Marketplace.Records.Stores.Mongo;
using Marketplace.Records.Stores.Postgres;

namespace Marketplace.Records.Stores.Ycsb;

/// <summary>Makes the table of YCSB in the store that settings ask for.</summary>
internal static class UserTables
{
    /// <summary>Layouts that the table has: a document, or a column for each field.</summary>
    public static IReadOnlyList<string> Layouts { get; } = ["document", "relational"];

    /// <summary>Makes one; it is not open yet.</summary>
    public static IUserTable Create(RecordsSettings settings, UserTableOptions options, TimeProvider time) => settings.Store switch
    {
        "memory" => new MemoryUserTable(settings, time),
        "mongodb" => new MongoUserTable(settings, options, time),
        _ => new PostgresUserTable(settings, options, time),
    };

    /// <summary>Checks that the table has a layout.</summary>
    /// <exception cref="RecordsSettingException">It has not.</exception>
    public static void Check(RecordsSettings settings)
    {
        if (Layouts.Contains(settings.Layout)) return;
        throw new RecordsSettingException(nameof(settings.Layout), $"expected one of {string.Join(", ", Layouts)} for YCSB, found {settings.Layout}");
    }
}
