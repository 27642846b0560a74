using Marketplace.Grains.AuditLogging;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// How a batch lies in the journal: of each service what is done to states, numbers, steps, finished records and the audit log; then a checksum.
/// Dashboards are not in it: a silo fills their tables from the states when it starts.
/// </summary>
internal static class JournalFormat
{
    /// <summary>Changes whenever the same bytes would mean something else: an entry of another version is refused.</summary>
    public const int Version = 2;

    /// <summary>Entries of this version have nothing that Orleans' transactions prepare, and the log of one writer each. They are read too.</summary>
    public const int WithoutPrepared = 1;

    public static void Write(JournalWriter entry, IEnumerable<ServiceBatch> services)
    {
        foreach (var service in services)
        {
            entry.Text(service.Service);
            WriteStates(entry, service);
            WritePrepared(entry, service);
            entry.Count(service.Numbers.Count);
            foreach (var (grain, number) in service.Numbers)
            {
                entry.Number(grain);
                entry.Number(number);
            }

            WriteSteps(entry, service);
            WriteArchives(entry, service);
            WriteLog(entry, service);
        }

        entry.Seal();
    }

    /// <exception cref="InvalidDataException">These bytes are no entry, or not all of one.</exception>
    public static List<ServiceBatch> Read(ReadOnlySpan<byte> entry, int version = Version)
    {
        var services = new List<ServiceBatch>();
        var reader = JournalReader.Unseal(entry);
        while (!reader.IsAtEnd)
        {
            var service = new ServiceBatch(reader.Text());
            ReadStates(ref reader, service);
            if (version != WithoutPrepared)
                ReadPrepared(ref reader, service);

            for (var left = reader.Count(); left > 0; left--)
                service.Number(reader.Number(), reader.Number());

            ReadSteps(ref reader, service);
            var archived = ReadArchives(ref reader, service);
            for (var writers = version == WithoutPrepared ? 1 : reader.Count(); writers > 0; writers--)
                ReadLog(ref reader, service, archived);

            services.Add(service);
        }

        return services;
    }

    private static void WriteStates(JournalWriter entry, ServiceBatch service)
    {
        entry.Count(service.States.Count);
        foreach (var state in service.States)
        {
            entry.Number(state.Grain);
            entry.Byte((byte)state.Kind);
            entry.Fixed(state.Version);
            entry.Bytes(state.Document);
            entry.Count(state.Set.Length);
            foreach (var (part, id, document) in state.Set)
            {
                entry.Text(part);
                entry.Number(id);
                entry.Bytes(document);
            }

            entry.Count(state.Removed.Length);
            foreach (var (part, id) in state.Removed)
            {
                entry.Text(part);
                entry.Number(id);
            }
        }
    }

    private static void ReadStates(ref JournalReader reader, ServiceBatch service)
    {
        for (var left = reader.Count(); left > 0; left--)
        {
            var (grain, kind, version, document) = (reader.Number(), (StateRowKind)reader.Byte(), reader.Fixed(), reader.Bytes());
            var set = new (string, long, byte[])[reader.Count()];
            for (var i = 0; i < set.Length; i++)
                set[i] = (reader.Text(), reader.Number(), reader.Bytes());

            var removed = new (string, long)[reader.Count()];
            for (var i = 0; i < removed.Length; i++)
                removed[i] = (reader.Text(), reader.Number());

            service.Write(new StateRow(grain, kind, version, document, set, removed, State: null));
        }
    }

    private static void WritePrepared(JournalWriter entry, ServiceBatch service)
    {
        entry.Count(service.Prepared.Count);
        foreach (var row in service.Prepared)
        {
            entry.Number(row.Grain);
            entry.Fixed(row.Version);
            entry.Fixed(row.Next);
            entry.Number(row.Open);
            entry.Bytes(row.Record);
        }
    }

    private static void ReadPrepared(ref JournalReader reader, ServiceBatch service)
    {
        for (var left = reader.Count(); left > 0; left--)
            service.Write(new PreparedRow(reader.Number(), reader.Fixed(), reader.Fixed(), reader.Number(), reader.Bytes()));
    }

    private static void WriteSteps(JournalWriter entry, ServiceBatch service)
    {
        entry.Count(service.Steps.Count);
        foreach (var ((saga, grain), (number, write)) in service.Steps)
        {
            entry.Number(saga);
            entry.Number(grain);
            entry.Number(number);
            entry.Bytes(write is null ? [] : write());
        }
    }

    private static void ReadSteps(ref JournalReader reader, ServiceBatch service)
    {
        for (var left = reader.Count(); left > 0; left--)
        {
            var (saga, grain, number, record) = (reader.Number(), reader.Number(), reader.Number(), reader.Bytes());
            service.Write(saga, grain, number, record.Length == 0 ? null : () => record);
        }
    }

    private static void WriteArchives(JournalWriter entry, ServiceBatch service)
    {
        entry.Count(service.Archives.Count());
        foreach (var (table, keys, records) in service.Archives)
        {
            entry.Text(table);
            entry.Count(keys.Count);
            for (var i = 0; i < keys.Count; i++)
            {
                entry.Number(keys[i]);
                entry.Bytes(records[i]);
            }
        }
    }

    private static List<byte[]> ReadArchives(ref JournalReader reader, ServiceBatch service)
    {
        var archived = new List<byte[]>();
        for (var left = reader.Count(); left > 0; left--)
        {
            var table = reader.Text();
            for (var records = reader.Count(); records > 0; records--)
            {
                var key = (int)reader.Number();
                archived.Add(reader.Bytes());
                service.Append(table, key, archived[^1]);
            }
        }

        return archived;
    }

    // What is logged is archived too, as the same bytes: then their place among the records stands for them, from 1 on.
    private static void WriteLog(JournalWriter entry, ServiceBatch service)
    {
        List<(long Writer, List<LogRow> Rows)> logged = [.. service.AllLogged];
        entry.Count(logged.Count);
        if (logged.Count == 0)
            return;

        var places = new Dictionary<byte[], int>(ReferenceEqualityComparer.Instance);
        foreach (var record in service.Archives.SelectMany(static archive => archive.Records))
            places[record] = places.Count + 1;

        foreach (var (writer, rows) in logged)
            WriteLog(entry, writer, rows, places);
    }

    private static void WriteLog(JournalWriter entry, long writer, List<LogRow> rows, Dictionary<byte[], int> places)
    {
        entry.Count(rows.Count);
        entry.Number(writer);
        foreach (var (number, record) in rows)
        {
            entry.Number(number);
            entry.Text(record.Type);
            entry.Text(record.Key);
            entry.Number(record.CustomerId);
            entry.Text(record.Tid);
            entry.Fixed(record.Time.Ticks);
            entry.Count(places.GetValueOrDefault(record.Value));
            if (!places.ContainsKey(record.Value))
                entry.Bytes(record.Value);
        }
    }

    private static void ReadLog(ref JournalReader reader, ServiceBatch service, List<byte[]> archived)
    {
        var left = reader.Count();
        for (var writer = left > 0 ? reader.Number() : 0; left > 0; left--)
        {
            var (number, type, key, customer, tid, time, value) = (
                reader.Number(), reader.Text(), reader.Text(), (int)reader.Number(), reader.Text(), reader.Fixed(),
                reader.Count() is > 0 and var place ? archived[place - 1] : reader.Bytes());
            service.Log(writer, new LogRow(number, new LogRecord(type, key, customer, tid, new DateTime(time, DateTimeKind.Utc), value)));
        }
    }
}
