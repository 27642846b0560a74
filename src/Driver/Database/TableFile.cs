using System.Globalization;
using DuckDB.NET.Data;

namespace Marketplace.Driver.Database;

/// <summary>
/// A DuckDB file in bounded memory: two threads, and what does not fit is on disk. Nothing is fetched from outside. Whoever opens it closes
/// it: its connections end before the database does.
/// </summary>
internal sealed class TableFile : IDisposable
{
    private const int Threads = 2;

    private readonly DuckDBConnection _connection;

    private TableFile(string path, DuckDBAccessMode mode, int memoryMiB)
    {
        var settings = new DuckDBConnectionStringBuilder
        {
            DataSource = path,
            AccessMode = mode,
            Threads = Threads,
            MemoryLimit = string.Create(CultureInfo.InvariantCulture, $"{memoryMiB}MiB"),
            AutoinstallKnownExtensions = false,
            AutoloadKnownExtensions = false,
        };
        _connection = new DuckDBConnection(settings.ConnectionString);
        _connection.Open();
    }

    /// <summary>Makes a file. It gets its name when it is complete; another one of that name is replaced.</summary>
    /// <param name="memoryMiB">What DuckDB may hold in memory, in MiB.</param>
    /// <param name="fill">Creates its tables. What it writes is one transaction.</param>
    public static async Task Make(string path, int memoryMiB, Func<TableFile, Task> fill)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        var part = FormattableString.Invariant($"{path}.{Environment.ProcessId}.part");
        try
        {
            File.Delete(part);
            using (var file = new TableFile(part, DuckDBAccessMode.ReadWrite, memoryMiB))
            {
                // What one transaction writes goes into the tables at once, not through a log that is copied into them later.
                file.Execute("BEGIN TRANSACTION");
                await fill(file);
                file.Execute("COMMIT");
            }

            File.Move(part, path, overwrite: true);
        }
        finally
        {
            foreach (var rest in (string[])[part, $"{part}.wal"])
                File.Delete(rest);
        }
    }

    /// <summary>Opens a file to read it; others may do so at the same time.</summary>
    /// <param name="memoryMiB">What DuckDB may hold in memory, in MiB.</param>
    public static TableFile Read(string path, int memoryMiB) => new(path, DuckDBAccessMode.ReadOnly, memoryMiB);

    /// <summary>Runs a statement.</summary>
    public void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>Creates a table of records.</summary>
    public void Create<T>(string name) => Execute($"CREATE TABLE {name} ({RecordTable<T>.Columns})");

    /// <summary>Adds records to a table. Those of several tables can be added side by side.</summary>
    public TableWriter<T> Write<T>(string name) => new(_connection.CreateAppender(name));

    /// <summary>Creates a table, and adds records to it.</summary>
    public TableWriter<T> Begin<T>(string name)
    {
        Create<T>(name);
        return Write<T>(name);
    }

    /// <summary>Creates a table of all records of a sequence.</summary>
    public void Fill<T>(string name, IEnumerable<T> records)
    {
        using var table = Begin<T>(name);
        foreach (var record in records)
            table.Add(record);
    }

    /// <summary>Streams a query, a record a row.</summary>
    public IEnumerable<T> Records<T>(string sql)
    {
        using var rows = Rows(sql);
        while (rows.Reader.Read())
            yield return RecordTable<T>.Read(rows.Reader);
    }

    /// <summary>Streams a query, on a connection of its own: DuckDB streams one result a connection.</summary>
    public TableRows Rows(string sql) => new(_connection.ConnectionString, sql);

    /// <summary>Makes a text a literal of SQL.</summary>
    public static string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    public void Dispose() => _connection.Dispose();
}

/// <summary>The rows of a query.</summary>
internal sealed class TableRows : IDisposable
{
    private readonly DuckDBConnection _connection;
    private readonly DuckDBCommand _command;

    /// <param name="connection">How to connect.</param>
    public TableRows(string connection, string sql)
    {
        _connection = new DuckDBConnection(connection);
        _command = _connection.CreateCommand();
        try
        {
            _connection.Open();
            _command.CommandText = sql;
            _command.UseStreamingMode = true;
            Reader = _command.ExecuteReader();
        }
        catch
        {
            _command.Dispose();
            _connection.Dispose();
            throw;
        }
    }

    public DuckDBDataReader Reader { get; }

    /// <summary>Ends the query before its time: it fails.</summary>
    public void Cancel() => _command.Cancel();

    // From the inside to the outside: a result that outlives its connection reads memory that is gone.
    public void Dispose()
    {
        Reader.Dispose();
        _command.Dispose();
        _connection.Dispose();
    }
}

/// <summary>Adds rows to a table.</summary>
internal sealed class TableWriter<T>(DuckDBAppender appender) : IDisposable
{
    /// <summary>Adds a row.</summary>
    public void Add(T record)
    {
        var row = appender.CreateRow();
        RecordTable<T>.Append(row, record);
        row.EndRow();
    }

    public void Dispose() => appender.Dispose();
}
