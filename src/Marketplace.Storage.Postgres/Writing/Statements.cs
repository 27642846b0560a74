using System.Collections.Immutable;
using Marketplace.Grains.Archiving;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The statements of a batch: a few for each service. Those on states are the layout's.</summary>
internal static class Statements
{
    /// <summary>
    /// Notes that a batch is stored, and when, later than all times in it. Sent with each batch, so that a writer whose connection broke can look
    /// what became of it, and the next silo begins with a time that is later.
    /// </summary>
    public static void Note(NpgsqlBatch batch, string schema, long writer, long number, long time) => Sql.Add(
        batch,
        Sql.Checked($"UPDATE {schema}.writer SET batch = $2, time = greatest(time, $4) WHERE id = $1 AND batch < $2", count: 3),
        Sql.Number(writer),
        Sql.Number(number),
        Sql.Number(1),
        Sql.Number(time));

    /// <summary>
    /// Makes sure that writers may still write, and that nobody ends them before the batch is stored: of a silo that is gone nothing comes any more.
    /// They may write meanwhile.
    /// </summary>
    public static void CheckWriters(NpgsqlBatch batch, string schema, List<long> writers) => Sql.Add(
        batch,
        $"WITH rows AS (SELECT 1 FROM {schema}.writer WHERE id = ANY ($1) FOR KEY SHARE) SELECT 1 / (count(*) = $2)::int FROM rows",
        Sql.Column(writers, static writer => writer),
        Sql.Number(writers.Count));

    /// <summary>Adds the statements of a service.</summary>
    public static void Add(NpgsqlBatch batch, Database database, ServiceBatch part)
    {
        AddChanges(batch, database, part);
        foreach (var (writer, rows) in part.AllLogged)
            batch.BatchCommands.Add(LogTable.Insert(part.Service, writer, rows));

        foreach (var (table, keys, records) in part.Archives)
            AddArchive(batch, part.Service, table, keys, records);
    }

    /// <summary>Adds the statements that change rows.</summary>
    public static void AddChanges(NpgsqlBatch batch, Database database, ServiceBatch part)
    {
        var schema = Services.Schema(part.Service);
        if (part.States.Count > 0)
            database.Layout.Write(batch, part);

        AddPrepared(batch, schema, part);
        AddNumbers(batch, schema, part);
        AddSteps(batch, schema, part);
        if (part.Shown.Count > 0)
            DashboardStatements.Add(batch, new DashboardRows(part.Shown), database.SharesDashboards ? database.Guard.Writer : null);
    }

    /// <summary>Adds the statements that empty tables of services.</summary>
    public static void Empty(NpgsqlBatch batch, ImmutableArray<string> services, Emptied emptied)
    {
        foreach (var statement in emptied switch
        {
            Emptied.FinishedRecords => PostgresArchive.Empty(services, ArchiveOrigin.Transaction),
            Emptied.AllFinishedRecords => PostgresArchive.Empty(services, ArchiveOrigin.Transaction, ArchiveOrigin.Ingested),
            Emptied.VersionNumbers => services.Select(static service => $"TRUNCATE {Services.Schema(service)}.version"),
            Emptied.DashboardEntries => DashboardTables.Empty(ingestedToo: false),
            Emptied.Dashboards => DashboardTables.Empty(ingestedToo: true),
            _ => throw new ArgumentOutOfRangeException(nameof(emptied)),
        })
        {
            Sql.Add(batch, statement);
        }
    }

    /// <summary>Adds the statement that adds finished records.</summary>
    public static void AddArchive(NpgsqlBatch batch, string service, string table, List<int> keys, List<byte[]> records) => Sql.Add(
        batch,
        $"INSERT INTO {Services.Schema(service)}.{table} (key, record) SELECT * FROM unnest($1, $2)",
        Sql.Column(keys),
        Sql.Json(records));

    private static void AddPrepared(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var made = part.Prepared.Where(static row => row.Version == 0).ToList();
        if (made.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"INSERT INTO {schema}.prepared (grain, version, open, record) SELECT * FROM unnest($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                    count: 5),
                Sql.Column(made, r => r.Grain), Sql.Column(made, r => r.Next), Sql.Column(made, r => r.Open),
                Sql.Json(made.ConvertAll(r => r.Record)), Sql.Number(made.Count));
        }

        var changed = part.Prepared.Where(static row => row.Version != 0).ToList();
        if (changed.Count > 0)
        {
            Sql.Add(
                batch,
                Sql.Checked(
                    $"UPDATE {schema}.prepared p SET version = u.next, open = u.open, record = u.record "
                    + "FROM unnest($1, $2, $3, $4, $5) AS u (grain, version, next, open, record) "
                    + "WHERE p.grain = u.grain AND p.version = u.version",
                    count: 6),
                Sql.Column(changed, r => r.Grain), Sql.Column(changed, r => r.Version), Sql.Column(changed, r => r.Next),
                Sql.Column(changed, r => r.Open), Sql.Json(changed.ConvertAll(r => r.Record)), Sql.Number(changed.Count));
        }
    }

    private static void AddNumbers(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var kept = part.Numbers.Where(number => number.Value != 0).ToList();
        if (kept.Count > 0)
        {
            Sql.Add(
                batch,
                $"INSERT INTO {schema}.version (grain, number) SELECT * FROM unnest($1, $2) "
                + "ON CONFLICT (grain) DO UPDATE SET number = excluded.number",
                Sql.Column(kept, n => n.Key), Sql.Column(kept, n => n.Value));
        }

        var gone = part.Numbers.Where(number => number.Value == 0).ToList();
        if (gone.Count > 0)
            Sql.Add(batch, $"DELETE FROM {schema}.version WHERE grain = ANY ($1)", Sql.Column(gone, n => n.Key));
    }

    // The end of a step that was never stored concerns no row.
    private static void AddSteps(NpgsqlBatch batch, string schema, ServiceBatch part)
    {
        var done = part.Steps.Where(step => step.Value.Write is not null).ToList();
        if (done.Count > 0)
        {
            Sql.Add(
                batch,
                $"INSERT INTO {schema}.step (saga, grain, number, record) SELECT * FROM unnest($1, $2, $3, $4) "
                + "ON CONFLICT (saga, grain) DO UPDATE SET number = excluded.number, record = excluded.record",
                Sql.Column(done, s => s.Key.Saga), Sql.Column(done, s => s.Key.Grain), Sql.Column(done, s => s.Value.Number),
                Sql.Json(done.ConvertAll(s => s.Value.Write!())));
        }

        var ended = part.Steps.Where(step => step.Value.Write is null).ToList();
        if (ended.Count > 0)
        {
            Sql.Add(
                batch,
                $"DELETE FROM {schema}.step s USING unnest($1, $2) AS u (saga, grain) WHERE s.saga = u.saga AND s.grain = u.grain",
                Sql.Column(ended, s => s.Key.Saga), Sql.Column(ended, s => s.Key.Grain));
        }
    }
}
