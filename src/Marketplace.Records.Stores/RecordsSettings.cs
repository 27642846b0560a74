using System.Globalization;

namespace Marketplace.Records.Stores;

/// <summary>How records are stored: the section Records of the service's settings (docs/studies.md).</summary>
internal sealed record RecordsSettings
{
    /// <summary>Name of the section.</summary>
    public const string Section = "Records";

    private static readonly string[] Stores = ["postgres", "mongodb", "memory"];
    private static readonly string[] Layouts =
        ["relational", "relational-indexed", "document", "document-indexed", "hybrid", "hybrid-indexed"];

    private static readonly string[] Durabilities = ["commit", "lazy"];
    private static readonly string[] HandlerModes = [Asynchronous, ThreadPerRequest, StandingThreads, PoolThreads];

    /// <summary>A value of <see cref="Handlers"/>: a request holds no thread while it waits for the database.</summary>
    public const string Asynchronous = "async";

    /// <summary>A value of <see cref="Handlers"/>: each request has a new thread, which it holds to its end.</summary>
    public const string ThreadPerRequest = "thread";

    /// <summary>A value of <see cref="Handlers"/>: requests hold one of some standing threads, and wait for one in their order.</summary>
    public const string StandingThreads = "threads";

    /// <summary>A value of <see cref="Handlers"/>: a request holds a thread of the pool that serves all else, too.</summary>
    public const string PoolThreads = "pool-sync";

    /// <summary>"postgres", "mongodb", or "memory": a dictionary, the ceiling of service and driver.</summary>
    public string Store { get; init; } = "postgres";

    /// <summary>How items are laid out; MongoDB has the two document layouts.</summary>
    public string Layout { get; init; } = "relational-indexed";

    /// <summary>Items of the seed.</summary>
    public int Rows { get; init; } = 1_000;

    /// <summary>Connections of an instance: all are opened before it is ready, and there are never more.</summary>
    public int Pool { get; init; } = 10;

    /// <summary>How long a request waits for a connection, in seconds.</summary>
    public int PoolWait { get; init; } = 60;

    /// <summary>How long each request waits in PostgreSQL besides, with its connection, in milliseconds.</summary>
    public double Hold { get; init; }

    /// <summary>What a request holds while it waits: "async", "thread", "threads" or "pool-sync".</summary>
    public string Handlers { get; init; } = Asynchronous;

    /// <summary>How many there are of <see cref="StandingThreads"/>.</summary>
    public int Threads { get; init; } = 200;

    /// <summary>"commit": a write is on the disk before it is acknowledged; "lazy": soon after.</summary>
    public string Durability { get; init; } = "commit";

    /// <summary>Connection string of a database of the server, whose user may create databases.</summary>
    public string? Postgres { get; init; }

    /// <summary>Connection string of a server of MongoDB, whose user may create databases.</summary>
    public string? MongoDb { get; init; }

    /// <summary>Whether calls of the database hold the thread of their caller until they are done.</summary>
    public bool IsBlocking => Handlers != Asynchronous;

    /// <summary>Whether secondary indexes are made.</summary>
    public bool IsIndexed => Layout.EndsWith("-indexed", StringComparison.Ordinal);

    /// <summary>Reads settings.</summary>
    /// <param name="settings">Names without section, with their values; case does not count.</param>
    /// <exception cref="RecordsSettingException">A name or a value is wrong.</exception>
    public static RecordsSettings Parse(IEnumerable<KeyValuePair<string, string?>> settings)
    {
        var read = new RecordsSettings();
        foreach (var (name, value) in settings)
            if (value is not null) read = read.With(name, value);
        if (read.Store == "postgres" && string.IsNullOrEmpty(read.Postgres))
            throw new RecordsSettingException(nameof(Postgres), "is missing: the connection string of a PostgreSQL server, or Store=memory");
        if (read.Store == "mongodb") read.RequireMongoDb();
        return read;
    }

    private void RequireMongoDb()
    {
        if (string.IsNullOrEmpty(MongoDb))
            throw new RecordsSettingException(nameof(MongoDb), "is missing: the connection string of a MongoDB server, mongodb://host:port");
        if (!Layout.StartsWith("document", StringComparison.Ordinal))
            throw new RecordsSettingException(nameof(Layout), $"expected document or document-indexed with Store=mongodb, found {Layout}");
        if (Hold > 0) throw new RecordsSettingException(nameof(Hold), "is only for Store=postgres: MongoDB has no statement that waits");
    }

    private RecordsSettings With(string name, string value) => name.ToUpperInvariant() switch
    {
        "STORE" => this with { Store = OneOf(name, value, Stores) },
        "LAYOUT" => this with { Layout = OneOf(name, value, Layouts) },
        "ROWS" => this with { Rows = (int)Number(name, value, 0, 10_000_000) },
        "POOL" => this with { Pool = (int)Number(name, value, 1, 1_000) },
        "POOLWAIT" => this with { PoolWait = (int)Number(name, value, 1, 1_000) },
        "HOLD" => this with { Hold = Number(name, value, 0, 60_000) },
        "HANDLERS" => this with { Handlers = OneOf(name, value, HandlerModes) },
        "THREADS" => this with { Threads = (int)Number(name, value, 1, 1_000) },
        "DURABILITY" => this with { Durability = OneOf(name, value, Durabilities) },
        "POSTGRES" => this with { Postgres = value },
        "MONGODB" => this with { MongoDb = value },
        _ => throw new RecordsSettingException(name, "is no setting"),
    };

    private static string OneOf(string name, string value, string[] known) => known.Contains(value, StringComparer.OrdinalIgnoreCase)
        ? value.ToLowerInvariant()
        : throw new RecordsSettingException(name, $"expected one of {string.Join(", ", known)}, found {value}");

    private static double Number(string name, string value, double lowest, double highest) =>
        double.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= lowest && number <= highest
            ? number
            : throw new RecordsSettingException(name, $"expected a number from {lowest} to {highest}, found {value}");
}

/// <summary>A setting is wrong; the message names it.</summary>
internal sealed class RecordsSettingException(string name, string problem)
    : Exception($"{RecordsSettings.Section}:{name} {problem}.");
