using System.Collections.Immutable;

namespace Marketplace.Storage.Postgres;

/// <summary>How PostgreSQL is used.</summary>
/// <param name="ConnectionStrings">
/// How to connect for each service, by its name, for Npgsql. They may hold passwords, so they are never logged. Services whose texts are
/// the same share connections and batches.
/// </param>
/// <param name="Timeout">How long an outage may last until operations fail; also how long a statement may take.</param>
public sealed record PostgresOptions(ImmutableDictionary<string, string> ConnectionStrings, TimeSpan Timeout)
{
    /// <summary>
    /// Who uses it, for people too: the same for all silos of a cluster, and for nobody else. Who has another one does not get in while this one
    /// is there.
    /// </summary>
    public required string Owner { get; init; }

    /// <summary>How states lie in it: one of <see cref="PostgresStorageRegistration.Layouts"/>. The default is the first.</summary>
    public string Layout { get; init; } = PostgresStorageRegistration.Layouts[0];

    /// <summary>Whether a number is kept with each state (<see cref="Protocols.Storage.IVersionNumbers"/>).</summary>
    public bool KeepsVersionNumbers { get; init; }

    /// <summary>Whether what lies beside states is loaded with them (<see cref="Protocols.Storage.StoredPrepared"/>).</summary>
    public bool KeepsPrepared { get; init; }

    /// <summary>Whether the silos of a cluster use it together.</summary>
    public bool IsShared { get; init; }

    /// <summary>Whether commits go to a journal first. One silo alone can do that: another one would read tables that are behind.</summary>
    public bool IsJournaled { get; init; }

    /// <summary>Without the connection strings, which may hold passwords: a record's text ends up in logs sooner or later.</summary>
    /// <returns>The rest.</returns>
    public override string ToString() => $"{nameof(PostgresOptions)} {{ {nameof(Timeout)} = {Timeout} }}";
}
