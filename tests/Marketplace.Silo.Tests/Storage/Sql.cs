using Npgsql;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>What tests do on a database themselves.</summary>
internal static class Sql
{
    /// <summary>Executes statements, each by itself.</summary>
    /// <returns>The first value that the last one answers; null if it answers none.</returns>
    public static async Task<object?> Execute(string database, params string[] statements)
    {
        await using var source = NpgsqlDataSource.Create(database);
        object? answer = null;
        foreach (var statement in statements)
        {
            await using var command = source.CreateCommand(statement);
            answer = await command.ExecuteScalarAsync(TestContext.Current.CancellationToken);
        }

        return answer;
    }
}
