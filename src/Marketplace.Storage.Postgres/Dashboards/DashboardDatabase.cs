using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>The dashboards' part of a database of PostgreSQL.</summary>
/// <param name="silo">Key of this silo in its cluster; null if it has none.</param>
internal sealed class DashboardDatabase(
    PostgresOptions options, TimeProvider time, ILogger<PostgresDashboards> logger, long? silo = null) : IDashboardDatabase
{
    private readonly Database _database = new(
        options.ConnectionStrings[DashboardTables.Service],
        [DashboardTables.Service],
        options.IsShared ? DashboardTables.Shared : DashboardTables.Of,
        layout: null,
        WriteMode.Deferred,
        options.Owner,
        options.Timeout,
        time,
        logger,
        silo)
    {
        SharesDashboards = options.IsShared,
    };

    public string Name => _database.Name;

    public bool IsShared => options.IsShared;

    public TimeSpan Timeout => options.Timeout;

    public long Writer => _database.Guard.Writer;

    public Task Open(IHostApplicationLifetime lifetime, CancellationToken cancellationToken) => _database.Open(lifetime, cancellationToken);

    public void Add(QueuedWrite write) => _database.Writer.Add(write);

    public void ThrowIfStuck() => _database.Writer.ThrowIfStuck();

    public Task Applied() => _database.Applier!.Applied();

    public Task AppliedInTime() => _database.Applied(CancellationToken.None);

    public Task<(Answer<SellerDashboard> Dashboard, long Owner)> Read(int sellerId) => _database.Ask(source => Read(source, sellerId));

    public Task Empty(Emptied dashboards) => _database.Empty(dashboards, CancellationToken.None);

    public Task EndWriter(long silo) => _database.EndWriter(silo);

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    private static async Task<(Answer<SellerDashboard> Dashboard, long Owner)> Read(NpgsqlDataSource source, int sellerId)
    {
        await using var question = source.CreateCommand(DashboardStatements.Read);
        question.Parameters.Add(new NpgsqlParameter<int> { TypedValue = sellerId });
        await using var rows = await question.ExecuteReaderAsync();
        OrderSellerView? view = null;
        var owner = 0L;
        var entries = new List<OrderEntry>();
        while (await rows.ReadAsync())
        {
            if (rows.IsDBNull(0))
            {
                entries.Add(DashboardStatements.Entry(rows.GetFieldValue<byte[]>(7)));
            }
            else
            {
                view = new OrderSellerView(
                    sellerId, rows.GetInt32(0), rows.GetInt32(1), rows.GetDecimal(2), rows.GetDecimal(3), rows.GetDecimal(4), rows.GetDecimal(5),
                    rows.GetDecimal(6));
                owner = await rows.IsDBNullAsync(8) ? 0 : rows.GetInt64(8);
            }
        }

        return (DashboardRows.Answer(view, entries), owner);
    }
}
