using Xunit;

namespace Marketplace.TestSupport;

/// <summary>
/// One PostgreSQL server for all tests of an assembly: <c>[assembly: AssemblyFixture(typeof(PostgresFixture))]</c>, and a constructor
/// that takes it. A test that crashes its server starts one of its own.
/// </summary>
public sealed class PostgresFixture : IAsyncLifetime
{
    private PostgresServer? _server;

    /// <summary>Makes an empty database.</summary>
    /// <returns>A connection string for Npgsql.</returns>
    public Task<string> CreateDatabase() => _server!.CreateDatabase();

    public async ValueTask InitializeAsync() => _server = await PostgresServer.Start();

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;
}
