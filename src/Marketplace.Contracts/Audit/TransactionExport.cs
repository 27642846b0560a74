using System.Text.Json.Serialization;

namespace Marketplace.Contracts.Audit;

/// <summary>
/// `/audit/history`: an attempt to run a transaction, in the order in which attempts ended. There if the setting Recording is on. A version
/// of an object is written `service/key@version`, where the key of Product and Stock is seller and product: `stock/3/7@12`. Versions are
/// counted from 1; 0 is the object as it was when the silo started or was reset.
/// </summary>
/// <param name="Tid">Transaction id that the client gave; empty where it gave none. Several transactions may have the same.</param>
/// <param name="Kind">What the transaction is for, for example "checkout"; or <see cref="Start"/>.</param>
/// <param name="Attempt">Number of the attempt, from 1.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="Cause">Why it was aborted: "conflict", "timeout", "participant-lost" or "failure"; null if it was not, or nobody said.</param>
/// <param name="Reads">
/// The versions that it read. Null if Recording is `outcomes`, and for an attempt that was rolled back.
/// </param>
/// <param name="Writes">The versions that it made; to make one is to have read the one before. Null where the reads are.</param>
/// <param name="Changed">
/// Of the versions that it read, itself or to make the next one, those whose content was not what it was when they were made; null if none was.
/// </param>
/// <param name="Id">
/// In a cluster: what names the attempt. Several records with one id are one attempt: each silo records what was done there.
/// </param>
/// <param name="IsPart">
/// In a cluster: whether this is what another silo did for the attempt. How it ended, the other record with its id says; if there is none, the
/// silo that ran the attempt was killed before it knew, and nobody does.
/// </param>
[GenerateSerializer, Immutable]
public sealed record TransactionExport(
    string Tid,
    string Kind,
    int Attempt,
    AttemptOutcome Outcome,
    string? Cause,
    ImmutableArray<string>? Reads,
    ImmutableArray<string>? Writes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ImmutableArray<string>? Changed = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Id = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault), JsonPropertyName("part")] bool IsPart = false)
{
    /// <summary>
    /// The kind of a record that is none of a transaction: here the silo started again; in a cluster, a silo has ended whose records are those
    /// since the last one of this kind.
    /// </summary>
    public const string Start = "start";
}

/// <summary>
/// `/audit/versions`: the version in which an object is stored, of those that have had an update since the silo started or was reset. There if the
/// setting Recording is on; nothing in it unless that is `full`.
/// </summary>
/// <param name="Version">As in <see cref="TransactionExport"/>: "stock/3/7@12".</param>
[GenerateSerializer, Immutable]
public sealed record VersionExport(string Version);

/// <summary>`/audit/clock`: the silo's clock, and what its continuous queries measure by it.</summary>
/// <param name="Time">The time now, UTC.</param>
/// <param name="AbandonmentWindowSeconds">After how many seconds a cart is abandoned.</param>
[GenerateSerializer, Immutable]
public sealed record ClockExport(
    DateTime Time,
    double AbandonmentWindowSeconds);
