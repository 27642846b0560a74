using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>Writes many batches at once into the tables, in the transaction of a connection.</summary>
internal static class TableWriter
{
    /// <param name="statements">What goes first, in the same round trip.</param>
    public static async Task Write(
        NpgsqlConnection connection, NpgsqlBatch statements, Database database, IReadOnlyCollection<ServiceBatch> services)
    {
        foreach (var service in services)
            Statements.AddChanges(statements, database, service);

        var copied = new List<Func<Task>>();
        foreach (var service in services)
        {
            foreach (var (writer, rows) in service.AllLogged)
                LogTable.AddRows(statements, copied, connection, service.Service, writer, rows);

            foreach (var (table, keys, records) in service.Archives)
            {
                if (keys.Count < CopyRows.Min)
                    Statements.AddArchive(statements, service.Service, table, keys, records);
                else
                    copied.Add(() => Copy(connection, $"{Services.Schema(service.Service)}.{table}", keys, records));
            }
        }

        if (statements.BatchCommands.Count > 0)
            await statements.ExecuteNonQueryAsync();

        foreach (var copy in copied)
            await copy();
    }

    private static Task Copy(NpgsqlConnection connection, string table, List<int> keys, List<byte[]> records) => CopyRows.Copy(
        connection,
        $"{table} (key, record)",
        columns: 2,
        keys.Count,
        (columns, row) =>
        {
            columns.Int(keys[row]);
            columns.Json(records[row]);
        });
}
