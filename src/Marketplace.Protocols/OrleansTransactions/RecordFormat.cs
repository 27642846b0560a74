using System.Buffers;
using System.Text;
using System.Text.Json;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What Orleans stores of a grain beside its committed state, as JSON: prepared versions, each as what differs from the one before it, and the
/// transactions that the grain has decided.
/// </summary>
internal sealed class RecordFormat<TState>(IStateStore<TState> store, IGrainFactory grains)
    where TState : class, new()
{
    private const string Time = "time";
    private const string Committed = "committed";
    private const string Decided = "decided";
    private const string Prepared = "prepared";
    private const string Id = "id";
    private const string Participants = "participants";
    private const string Sequence = "sequence";
    private const string Manager = "manager";
    private const string Changed = "changed";
    private const string Cleared = "cleared";
    private const string Difference = "difference";
    private const string Kept = "kept";
    private const string Name = "name";
    private const string Grain = "grain";
    private const string Roles = "roles";

    /// <summary>Writes a record.</summary>
    /// <param name="committed">The committed version.</param>
    public byte[] Write(VersionRecord<TState> record, StateVersion<TState> committed)
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using var json = new Utf8JsonWriter(buffer);
        json.WriteStartObject();
        json.WriteNumber(Time, record.Time.ToBinary());
        json.WriteNumber(Committed, record.Committed);
        WriteDecided(json, record.Decided);
        if (record.Prepared.Count > 0)
        {
            json.WriteStartArray(Prepared);
            var previous = committed;
            foreach (var prepared in record.Prepared)
            {
                WritePrepared(json, prepared, previous);
                previous = prepared.State;
            }

            json.WriteEndArray();
        }

        json.WriteEndObject();
        json.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Reads what was written into a record.</summary>
    /// <param name="grain">Whose it is.</param>
    /// <param name="committed">The committed version, as it was stored with it.</param>
    public void Read(byte[] written, VersionRecord<TState> record, GrainId grain, StateVersion<TState> committed)
    {
        using var json = JsonDocument.Parse(written);
        var root = json.RootElement;
        record.Committed = root.GetProperty(Committed).GetInt64();
        var metaData = new TransactionalStateMetaData { TimeStamp = TimeOf(root) };
        foreach (var decided in Items(root, Decided))
        {
            metaData.CommitRecords.Add(decided.GetProperty(Id).GetGuid(), new CommitRecord
            {
                Timestamp = TimeOf(decided),
                WriteParticipants = [.. Items(decided, Participants).Select(Participant)],
            });
        }

        record.MetaData = metaData;
        record.Prepared.Clear();
        var previous = committed;
        foreach (var prepared in Items(root, Prepared))
        {
            var pending = ReadPrepared(prepared, grain, previous);
            record.Prepared.Add(pending);
            previous = pending.State;
        }
    }

    private static void WriteDecided(Utf8JsonWriter json, Dictionary<Guid, CommitRecord> decided)
    {
        if (decided.Count == 0)
            return;

        json.WriteStartArray(Decided);
        foreach (var (id, commit) in decided)
        {
            json.WriteStartObject();
            json.WriteString(Id, id);
            json.WriteNumber(Time, commit.Timestamp.ToBinary());
            json.WriteStartArray(Participants);
            foreach (var participant in commit.WriteParticipants ?? [])
                WriteParticipant(json, participant);

            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private void WritePrepared(Utf8JsonWriter json, PendingTransactionState<StateVersion<TState>> prepared, StateVersion<TState> previous)
    {
        var version = prepared.State;
        json.WriteStartObject();
        json.WriteNumber(Sequence, prepared.SequenceId);
        json.WriteString(Id, prepared.TransactionId);
        json.WriteNumber(Time, prepared.TimeStamp.ToBinary());
        if (prepared.TransactionManager.Reference is not null)
        {
            json.WritePropertyName(Manager);
            WriteParticipant(json, prepared.TransactionManager);
        }

        json.WriteBoolean(Changed, version.IsChanged);
        json.WriteBoolean(Cleared, version.IsCleared);
        json.WritePropertyName(Difference);
        json.WriteRawValue(DifferenceOf(version, previous), skipInputValidation: true);
        json.WriteStartArray(Kept);
        foreach (var kept in version.Unstored(previous).SelectMany(static version => version.Outbox?.Kept ?? []))
            json.WriteBase64StringValue(kept.Content);

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private PendingTransactionState<StateVersion<TState>> ReadPrepared(JsonElement json, GrainId grain, StateVersion<TState> previous)
    {
        var difference = Encoding.UTF8.GetBytes(json.GetProperty(Difference).GetRawText());
        var kept = Items(json, Kept).Select(content => new WriteSet(grain, Writer: 0, Version: 0, content.GetBytesFromBase64())).ToList();
        var version = StateVersion<TState>.Restore(
            store.ReadDifference(previous.State, difference),
            json.GetProperty(Changed).GetBoolean(),
            json.GetProperty(Cleared).GetBoolean(),
            kept.Count > 0 ? Outbox.Restore(kept) : null,
            previous.IsStored ? null : previous);
        version.Difference = (previous, difference);
        return new PendingTransactionState<StateVersion<TState>>
        {
            SequenceId = json.GetProperty(Sequence).GetInt64(),
            TransactionId = json.GetProperty(Id).GetString()!,
            TimeStamp = TimeOf(json),
            TransactionManager = json.TryGetProperty(Manager, out var manager) ? Participant(manager) : default,
            State = version,
        };
    }

    // What is prepared changes no more. Each write of the record has it again.
    private byte[] DifferenceOf(StateVersion<TState> version, StateVersion<TState> previous)
    {
        if (version.Difference is not { } difference || difference.From != previous)
            version.Difference = difference = (previous, store.WriteDifference(previous.State, version.State));

        return difference.Written;
    }

    private static void WriteParticipant(Utf8JsonWriter json, ParticipantId participant)
    {
        json.WriteStartObject();
        json.WriteString(Name, participant.Name);
        json.WriteString(Grain, participant.Reference.GrainId.ToString());
        json.WriteNumber(Roles, (int)participant.SupportedRoles);
        json.WriteEndObject();
    }

    private ParticipantId Participant(JsonElement json) => new(
        json.GetProperty(Name).GetString()!,
        (GrainReference)grains.GetGrain(GrainId.Parse(json.GetProperty(Grain).GetString()!)),
        (ParticipantId.Role)json.GetProperty(Roles).GetInt32());

    private static DateTime TimeOf(JsonElement json) => DateTime.FromBinary(json.GetProperty(Time).GetInt64());

    private static IEnumerable<JsonElement> Items(JsonElement json, string name) =>
        json.TryGetProperty(name, out var items) ? items.EnumerateArray() : [];
}
