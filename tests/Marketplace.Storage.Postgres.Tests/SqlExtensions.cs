using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>What tests do on a database themselves.</summary>
internal static class SqlExtensions
{
    /// <summary>Executes a statement.</summary>
    /// <returns>The first value that it answers; null if it answers none.</returns>
    public static async Task<object?> Execute(this NpgsqlDataSource source, string statement)
    {
        await using var command = source.CreateCommand(statement);
        return await command.ExecuteScalarAsync(TestContext.Current.CancellationToken);
    }

    /// <inheritdoc cref="Execute(NpgsqlDataSource, string)"/>
    public static async Task<object?> Execute(this NpgsqlConnection connection, string statement)
    {
        await using var command = new NpgsqlCommand(statement, connection);
        return await command.ExecuteScalarAsync(TestContext.Current.CancellationToken);
    }
}
