using System.Collections.Immutable;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>A member of a record, as its serializer knows it.</summary>
internal abstract record Member(string Json);

/// <summary>A member that is a column.</summary>
internal sealed record ScalarMember(string Json, string Column, string Type) : Member(Json)
{
    /// <summary>The type of times, which counts microseconds.</summary>
    public const string Time = "timestamptz";

    /// <summary>Whether it is a time: what a microsecond leaves over has a column beside it.</summary>
    public bool IsTime => Type == Time;

    /// <summary>Name of the column with the nanoseconds that a time has beyond its microsecond.</summary>
    public string Rest => Column + "_ns";
}

/// <summary>A record within the record: its members are columns of the same table.</summary>
/// <param name="CanBeNull">Whether there may be none. Then the first of its columns is null: a record begins with its key.</param>
internal sealed record RecordMember(string Json, bool CanBeNull, ImmutableArray<Member> Members) : Member(Json)
{
    /// <summary>The first of its columns.</summary>
    public string FirstColumn => Members[0] switch
    {
        ScalarMember scalar => scalar.Column,
        RecordMember record => record.FirstColumn,
        _ => throw new InvalidOperationException($"The record {Json} has no column."),
    };
}

/// <summary>A list of records: rows of a table of their own.</summary>
internal sealed record ListMember(string Json, ImmutableArray<Member> Members) : Member(Json);
