using System.Text;
using System.Text.Json;
using Marketplace.Grains.Formats;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Layouts;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Layouts;

/// <summary>What every layout promises, on a real server.</summary>
public sealed class LayoutTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private const int Grains = 4;
    private const int Steps = 6;

    public static TheoryData<string> Layouts => [.. StateLayouts.Names];

    public static TheoryData<string, bool> LayoutsAndWays =>
        [.. StateLayouts.Names.SelectMany(static layout => new[] { (layout, false), (layout, true) })];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(LayoutsAndWays))]
    public async Task Items_come_back_as_they_were_whatever_is_in_them_and_whatever_comes_and_goes(string layout, bool isJournaled)
    {
        await using var database = await LayoutDatabase.Open(
            await postgres.CreateDatabase(), layout, isJournaled ? WriteMode.Journaled : WriteMode.Direct);
        var (random, records) = (new Random(7), new OddRecords(7));
        foreach (var service in Services.All)
        {
            var kinds = Items(service).ToList();
            var model = Enumerable.Range(1, Grains).ToDictionary(grain => (long)grain, _ => new Dictionary<(string Part, long Id), byte[]>());
            for (var step = 0; step < Steps; step++)
            {
                var rows = new List<StateRow>();
                foreach (var (grain, items) in model)
                {
                    var removed = items.Keys.Where(_ => random.Next(3) == 0).ToArray();
                    var ids = kinds.SelectMany(_ => new[] { 0L, 1L, long.MaxValue }, (kind, id) => (kind, id)).ToList();
                    var set = ids.Where(item => random.Next(2) == 0 && !removed.Contains((item.kind.Part, item.id)))
                        .Select(item => (item.kind.Part, item.id, records.Next(item.kind.Record))).ToArray();
                    var (change, version) = step == 0 ? (StateRowKind.Made, 100L) : (StateRowKind.Changed, 99 + step);
                    rows.Add(LayoutDatabase.Row(grain, change, version, set, removed));
                    foreach (var (part, id, document) in set)
                        items[(part, id)] = document;

                    foreach (var key in removed)
                        items.Remove(key);
                }

                await database.Write(service, [.. rows]);
                await Compare(database, service, model, 100 + step);
            }

            // One grain goes, and with it all of its rows and no others.
            model.Remove(2);
            await database.Write(service, LayoutDatabase.Row(2, StateRowKind.Cleared, 99 + Steps, []));
            Assert.Null(await database.Load(service, 2));
            await Compare(database, service, model, 99 + Steps);
            await database.Write(service, [.. model.Keys.Select(grain => LayoutDatabase.Row(grain, StateRowKind.Cleared, 99 + Steps, []))]);
            Assert.Equal("", await Filled(database, service));
        }
    }

    [Theory(Timeout = 180_000)]
    [MemberData(nameof(Layouts))]
    public async Task A_schema_with_states_in_another_layout_is_refused_and_stays_as_it_is(string layout)
    {
        var connection = await postgres.CreateDatabase();
        await using (var database = await LayoutDatabase.Open(connection, layout))
        {
            await database.Write("order", LayoutDatabase.Row(1, StateRowKind.Made, 1, []));
        }

        foreach (var other in StateLayouts.Names.Remove(layout))
        {
            var refused = await Assert.ThrowsAsync<StorageUnavailableException>(() => LayoutDatabase.Open(connection, other));
            Assert.Contains(
                $"states in the layout '{layout}', and the setting Storage:Layout is '{other}'", refused.Message, StringComparison.Ordinal);
        }

        await using var again = await LayoutDatabase.Open(connection, layout);
        Assert.Equal(1, (await again.Load("order", 1))!.Version);
        Assert.Equal("state", await Filled(again, "order"));
    }

    [Fact(Timeout = 180_000)]
    public async Task A_schema_of_the_time_of_one_layout_is_taken_for_what_it_is()
    {
        var connection = await postgres.CreateDatabase();
        await using (var made = await LayoutDatabase.Open(connection, "document"))
        {
            foreach (var service in Services.All)
                await made.Ask($"ALTER TABLE {Services.Schema(service)}.layout DROP COLUMN states");
        }

        await Assert.ThrowsAsync<StorageUnavailableException>(() => LayoutDatabase.Open(connection, "relations"));
        await (await LayoutDatabase.Open(connection, "document")).DisposeAsync();
    }

    [Fact(Timeout = 180_000)]
    public async Task A_database_whose_encoding_has_not_all_characters_is_refused_by_relations()
    {
        var connection = await postgres.CreateDatabase();
        await using (var source = NpgsqlDataSource.Create(connection))
        {
            await using var create = source.CreateCommand("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
            await create.ExecuteNonQueryAsync(Cancellation);
        }

        var latin = new NpgsqlConnectionStringBuilder(connection) { Database = "latin" }.ConnectionString;
        var refused = await Assert.ThrowsAsync<StorageUnavailableException>(() => LayoutDatabase.Open(latin, "relations"));
        Assert.Contains("encoding UTF8", refused.Message, StringComparison.Ordinal);
    }

    private static async Task Compare(
        LayoutDatabase database, string service, Dictionary<long, Dictionary<(string Part, long Id), byte[]>> model, long version)
    {
        foreach (var (grain, items) in model)
        {
            var state = (await database.Load(service, grain))!;
            Assert.Equal(version, state.Version);
            Assert.Equal($$"""{"grain":{{grain}}}""", Encoding.UTF8.GetString(state.Document));
            Assert.Equal(
                items.Select(item => (item.Key.Part, item.Key.Id, Text(item.Value))).Order(),
                state.Items.Select(item => (item.Part, item.Id, Again(service, item.Part, item.Document))).Order());
        }
    }

    private static IEnumerable<ItemKind> Items(string service) =>
        MarketplaceServices.Named(service).Grains.SelectMany(kind => kind.Format.Items);

    // As the record that was read is written.
    private static string Again(string service, string part, byte[] document)
    {
        var record = Items(service).Single(kind => kind.Part == part).Record;
        return Text(JsonSerializer.SerializeToUtf8Bytes(JsonSerializer.Deserialize(document, record), record));
    }

    private static string Text(byte[] json) => Encoding.UTF8.GetString(json);

    // The tables of a service that have rows, without those that have one from the start.
    private static async Task<string> Filled(LayoutDatabase database, string service)
    {
        await database.Database.Applied(Cancellation);
        var (schema, filled) = (Services.Schema(service), new List<string>());
        await using var question = database.Database.Source.CreateCommand(
            $"SELECT tablename::text FROM pg_tables WHERE schemaname = '{schema}' "
            + "AND tablename NOT IN ('layout', 'writer', 'journal', 'journal_a', 'journal_b') ORDER BY 1");
        await using var tables = await question.ExecuteReaderAsync(Cancellation);
        while (await tables.ReadAsync(Cancellation))
        {
            if (await database.Ask($"SELECT count(*) FROM {schema}.\"{tables.GetString(0)}\"") is not 0L)
                filled.Add(tables.GetString(0));
        }

        return string.Join(' ', filled);
    }
}
