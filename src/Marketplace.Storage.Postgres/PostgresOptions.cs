namespace Marketplace.Storage.Postgres;

/// <summary>How PostgreSQL is used.</summary>
/// <param name="ConnectionString">How to connect, for Npgsql. It may hold a password, so it is never logged.</param>
/// <param name="Timeout">How long an outage may last until operations fail; also how long a statement may take.</param>
public sealed record PostgresOptions(string ConnectionString, TimeSpan Timeout)
{
    /// <summary>Without the connection string, which may hold a password: a record's text ends up in logs sooner or later.</summary>
    /// <returns>The rest.</returns>
    public override string ToString() => $"{nameof(PostgresOptions)} {{ {nameof(Timeout)} = {Timeout} }}";
}
