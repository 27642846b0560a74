using System.Data.Common;
using Marketplace.Silo.Settings;
using Npgsql;
using NpgsqlTypes;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// The list of a cluster's silos in PostgreSQL, in tables that are made when they are missing. The row of the cluster counts the changes
/// of its list: whoever changes a silo's row counts on from the number that it has read, or does nothing.
/// </summary>
internal sealed class OrleansPostgresMembership(ClusterSettings settings) : IMembershipTable, IAsyncDisposable
{
    // The key of an advisory lock: any number that nobody else uses ("silos").
    private const long Lock = 0x73696C6F73;

    private const string Tables = """
        CREATE SCHEMA IF NOT EXISTS cluster;
        CREATE TABLE IF NOT EXISTS cluster.list (id text PRIMARY KEY, changes int NOT NULL);
        CREATE TABLE IF NOT EXISTS cluster.silo (
            list text NOT NULL REFERENCES cluster.list ON DELETE CASCADE,
            address text NOT NULL,
            status int NOT NULL,
            name text NOT NULL,
            host text NOT NULL,
            gateway_port int NOT NULL,
            started timestamptz NOT NULL,
            alive timestamptz NOT NULL,
            suspects text[] NOT NULL,
            suspected timestamptz[] NOT NULL,
            changed_at int NOT NULL,
            PRIMARY KEY (list, address));
        """;

    // One statement sees one moment: the list and its silos belong together. A list without silos has one row, without an address.
    private const string Read = """
        SELECT list.changes, silo.address, silo.status, silo.name, silo.host, silo.gateway_port, silo.started, silo.alive, silo.suspects,
            silo.suspected, silo.changed_at
        FROM cluster.list LEFT JOIN cluster.silo ON silo.list = list.id AND ($2 IS NULL OR silo.address = $2)
        WHERE list.id = $1
        """;

    private const string Insert = """
        WITH list AS (UPDATE cluster.list SET changes = $2 WHERE id = $1 AND changes = $2 - 1
            AND NOT EXISTS (SELECT FROM cluster.silo WHERE list = $1 AND address = $3) RETURNING id)
        INSERT INTO cluster.silo (list, changed_at, address, status, name, host, gateway_port, started, alive, suspects, suspected)
        SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM list
        """;

    private const string Update = """
        WITH list AS (UPDATE cluster.list SET changes = $2 WHERE id = $1 AND changes = $2 - 1
            AND EXISTS (SELECT FROM cluster.silo WHERE list = $1 AND address = $3 AND changed_at = $12) RETURNING id)
        UPDATE cluster.silo SET changed_at = $2, status = $4, name = $5, host = $6, gateway_port = $7, started = $8, alive = $9,
            suspects = $10, suspected = $11
        FROM list WHERE silo.list = list.id AND silo.address = $3
        """;

    private readonly NpgsqlDataSource _source = NpgsqlDataSource.Create(settings.Connection);

    /// <summary>Connects, and makes the tables. Silos that start together wait for each other.</summary>
    /// <param name="cancellationToken">Ends it early; then nothing was made.</param>
    /// <returns>When they are there.</returns>
    /// <exception cref="DbException">There is no server, or it refuses.</exception>
    public async Task Connect(CancellationToken cancellationToken)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
        foreach (var statement in new[] { $"SELECT pg_advisory_xact_lock({Lock})", Tables })
        {
            await using var command = new NpgsqlCommand(statement, connection);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }

        await transaction.CommitAsync(cancellationToken);
    }

    public Task InitializeMembershipTable(bool tryInitTableVersion) => tryInitTableVersion
        ? Execute("INSERT INTO cluster.list (id, changes) VALUES ($1, 0) ON CONFLICT DO NOTHING", Text(settings.Id))
        : Task.CompletedTask;

    public Task DeleteMembershipTableEntries(string clusterId) => Execute("DELETE FROM cluster.list WHERE id = $1", Text(clusterId));

    public Task CleanupDefunctSiloEntries(DateTimeOffset beforeDate) => Execute(
        $"DELETE FROM cluster.silo WHERE list = $1 AND status = {(int)SiloStatus.Dead} AND GREATEST(started, alive) < $2",
        Text(settings.Id),
        Time(beforeDate.UtcDateTime));

    public Task<MembershipTableData> ReadAll() => ReadRows(null);

    public Task<MembershipTableData> ReadRow(SiloAddress key) => ReadRows(key.ToParsableString());

    public async Task<bool> InsertRow(MembershipEntry entry, TableVersion tableVersion) =>
        await Execute(Insert, Row(entry, tableVersion)) == 1;

    public async Task<bool> UpdateRow(MembershipEntry entry, string etag, TableVersion tableVersion) =>
        await Execute(Update, [.. Row(entry, tableVersion), Number(OrleansMembershipRow.Version(etag))]) == 1;

    public Task UpdateIAmAlive(MembershipEntry entry) => Execute(
        "UPDATE cluster.silo SET alive = $3 WHERE list = $1 AND address = $2",
        Text(settings.Id),
        Text(entry.SiloAddress.ToParsableString()),
        Time(entry.IAmAliveTime));

    public ValueTask DisposeAsync() => _source.DisposeAsync();

    private async Task<MembershipTableData> ReadRows(string? address)
    {
        await using var command = _source.CreateCommand(Read);
        command.Parameters.Add(Text(settings.Id));
        command.Parameters.Add(Text(address));
        await using var reader = await command.ExecuteReaderAsync();
        var entries = new List<Tuple<MembershipEntry, string>>();
        var changes = 0;
        while (await reader.ReadAsync())
        {
            changes = reader.GetInt32(0);
            if (!reader.IsDBNull(1))
                entries.Add(OrleansMembershipRow.Read(reader));
        }

        return new MembershipTableData(entries, new TableVersion(changes, OrleansMembershipRow.Etag(changes)));
    }

    private NpgsqlParameter[] Row(MembershipEntry entry, TableVersion version) =>
    [
        Text(settings.Id), Number(version.Version), .. OrleansMembershipRow.Write(entry),
    ];

    private async Task<int> Execute(string statement, params NpgsqlParameter[] parameters)
    {
        await using var command = _source.CreateCommand(statement);
        command.Parameters.AddRange(parameters);
        return await command.ExecuteNonQueryAsync();
    }

    private static NpgsqlParameter Text(string? text) => new() { Value = text ?? (object)DBNull.Value, NpgsqlDbType = NpgsqlDbType.Text };

    private static NpgsqlParameter Number(int number) => new() { Value = number };

    private static NpgsqlParameter Time(DateTime time) => OrleansMembershipRow.Time(time);
}
