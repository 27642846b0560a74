using Marketplace.Audit.History;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Load.Records;

/// <summary>
/// What was read and written in the table of YCSB: each record is checked when it is read, and the writes of a thousand records are kept.
/// Thread-safe, bounded.
/// </summary>
/// <param name="rows">Records of the seed.</param>
internal sealed class FieldEvidence(int rows) : RunEvidence(rows)
{
    private readonly KeptWrites<(long Number, int Field)> _writes = new();
    private readonly Dictionary<(long Number, int Field), WriteMark> _before = [];

    /// <summary>Numbers of the records whose writes are kept; all of the seed.</summary>
    public IEnumerable<long> Sampled => SampledNumbers;

    /// <summary>Notes what a record holds before the load.</summary>
    /// <param name="fields">Its fields; null if it is not there.</param>
    public void Before(long number, string[]? fields)
    {
        lock (_before)
        {
            foreach (var mark in Marks(number, fields) ?? [])
                _before[(number, mark.Field)] = mark.Mark;
        }
    }

    /// <summary>Checks a record that was read.</summary>
    /// <param name="fields">Its fields; null if none was found.</param>
    /// <param name="mayBeMissing">True if its insert may have failed.</param>
    public void Read(long number, string[]? fields, bool mayBeMissing)
    {
        if (!Count(fields is null ? mayBeMissing : Marks(number, fields) is not null)) Wrong($"record {number}");
    }

    /// <summary>Checks records that were read in the order of keys. Servers order texts in several ways; no key comes twice in any of them.</summary>
    /// <param name="from">The key from which on they were read; its record is the first, unless it may be missing.</param>
    public void Scanned(string from, IReadOnlyList<UserRecord> records, int limit, bool mayBeMissing)
    {
        var isRight = records.Count <= limit && (mayBeMissing || records is [var head, ..] && head.Key == from)
            && records.DistinctBy(record => record.Key).Count() == records.Count && records.All(IsWhole);
        if (!Count(isRight)) Wrong($"a scan from {from}");
    }

    /// <summary>Notes how an update ended.</summary>
    public void Written(long number, int field, WriteMark mark, long sent, long completed, OutcomeClass outcome)
    {
        if (IsSampled(number)) _writes.Add((number, field), mark, sent, completed, outcome);
    }

    /// <summary>What is wrong with a record that is stored after the load.</summary>
    /// <returns>Null if nothing is.</returns>
    public string? Problem(long number, string[]? fields)
    {
        if (fields is null) return $"record {number} is gone";
        if (Marks(number, fields) is not { } marks) return $"record {number} is not what its writers wrote";
        foreach (var (_, field, stored) in marks)
        {
            if (!_writes.MayBeLast((number, field), stored, isOfBefore: _before.GetValueOrDefault((number, field)) == stored))
                return $"field {field} of record {number} holds write {stored.Sequence} of writer {stored.Writer}, which is not the last one";
        }

        return null;
    }

    private static bool IsWhole(UserRecord record) =>
        FieldText.Parse(record.Fields[0]) is { } first && UserData.Key(first.Number) == record.Key && Marks(first.Number, record.Fields) is not null;

    // Null if a field is not what a writer wrote there.
    private static FieldMark[]? Marks(long number, string[]? fields)
    {
        if (fields?.Length != UserData.Fields) return null;
        var marks = new FieldMark[fields.Length];
        for (var field = 0; field < fields.Length; field++)
        {
            if (FieldText.Parse(fields[field]) is not { } mark || mark.Number != number || mark.Field != field) return null;
            marks[field] = mark;
        }

        return marks;
    }
}
