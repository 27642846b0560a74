using System.Collections.Immutable;
using System.Text;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Journaling;

/// <summary>Storages with a journal, as silos have them one after the other.</summary>
internal static class JournaledSilo
{
    public const string Schema = "marketplace_cart";
    public const string Events = "marketplace_stock.stock_events";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>One whose clock stands still, so that it applies nothing until somebody wants to read.</summary>
    public static Task<LayoutDatabase> Behind(
        string connection, ImmutableArray<string>? services = null, ManualTimeProvider? time = null) => LayoutDatabase.Open(
        connection, "document", services ?? Services.All, "the first", time ?? new ManualTimeProvider(), TimeSpan.FromSeconds(60),
        new StandingLifetime(), WriteMode.Journaled);

    /// <summary>The one that comes after another one was killed.</summary>
    public static Task<LayoutDatabase> Next(
        string connection, ImmutableArray<string>? services = null, TimeProvider? time = null) => LayoutDatabase.Open(
        connection, "document", services ?? Services.All, "the next", time ?? TimeProvider.System, TimeSpan.FromSeconds(60),
        new StandingLifetime(), WriteMode.Journaled);

    /// <summary>Writes an event with a number in one commit.</summary>
    public static Task WriteEvent(this LayoutDatabase silo, int number) => silo.Write(batch => batch.Of("stock").Append(
        "stock_events", number, Encoding.UTF8.GetBytes($$"""{"number":{{number}}}""")));

    /// <summary>Writes so many events, from a number on, that they go into the tables at once.</summary>
    public static Task WriteManyEvents(this LayoutDatabase silo, int first) => silo.Write(batch =>
    {
        for (var i = 0; i < BatchWriter.LargeMin; i++)
            batch.Of("stock").Append("stock_events", first + i, Encoding.UTF8.GetBytes($$"""{"number":{{first + i}}}"""));

        batch.Size += BatchWriter.LargeMin;
    });

    /// <summary>The numbers of the events that are in the table, in its order.</summary>
    public static async Task<string> EventNumbers(this LayoutDatabase silo) =>
        (string)(await silo.Ask($"SELECT coalesce(string_agg(key::text, ' ' ORDER BY id), '') FROM {Events}"))!;

    /// <summary>How many entries the journal has.</summary>
    public static async Task<long> Entries(this LayoutDatabase silo) =>
        (long)(await silo.Ask($"SELECT count(*) FROM (TABLE {Schema}.journal_a UNION ALL TABLE {Schema}.journal_b) AS j"))!;

    /// <summary>Ends the session of a silo, by which its place is free, as if it were killed.</summary>
    public static async Task EndSession(string connection)
    {
        await using var own = await Open(connection);
        await own.Execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND database = "
            + "(SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    public static async Task<NpgsqlConnection> Open(string connection)
    {
        var own = new NpgsqlConnection(connection + ";Pooling=false");
        await own.OpenAsync(Cancellation);
        return own;
    }
}
