using System.Net;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Settings;
using Marketplace.TestSupport;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>What Orleans expects of a list of silos.</summary>
public sealed class PostgresMembershipTests(PostgresFixture postgres)
{
    private static readonly DateTime Noon = new(2026, 1, 1, 12, 0, 0, DateTimeKind.Utc);

    [Fact]
    public async Task Silos_that_start_at_once_make_the_tables_together()
    {
        var connection = await postgres.CreateDatabase();
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async i =>
        {
            await using var table = await Open(connection, "a");
            Assert.True((await table.ReadAll()).Version.Version >= 0, $"{i}");
        }));
    }

    [Fact]
    public async Task A_silo_is_read_as_it_was_written()
    {
        await using var table = await Open(await postgres.CreateDatabase(), "a");
        var entry = Entry(1);
        entry.SuspectTimes = [Tuple.Create(Address(7), Noon.AddSeconds(5)), Tuple.Create(Address(8), Noon.AddSeconds(6))];
        Assert.True(await table.InsertRow(entry, new TableVersion(1, "0")));
        var (read, etag) = Assert.Single((await table.ReadAll()).Members);
        Assert.Equal("1", etag);
        Assert.Equal(
            (entry.SiloAddress, entry.Status, entry.SiloName, entry.HostName, entry.ProxyPort, entry.StartTime, entry.IAmAliveTime),
            (read.SiloAddress, read.Status, read.SiloName, read.HostName, read.ProxyPort, read.StartTime, read.IAmAliveTime));
        Assert.Equal(entry.SuspectTimes, read.SuspectTimes);
        Assert.Equal(entry.SiloAddress, (await table.ReadRow(entry.SiloAddress)).Members.Single().Item1.SiloAddress);
        Assert.Empty((await table.ReadRow(Address(2))).Members);
    }

    [Fact]
    public async Task Whoever_has_read_an_older_list_changes_nothing()
    {
        await using var table = await Open(await postgres.CreateDatabase(), "a");
        Assert.True(await table.InsertRow(Entry(1), new TableVersion(1, "0")));
        Assert.False(await table.InsertRow(Entry(2), new TableVersion(1, "0")));
        Assert.False(await table.InsertRow(Entry(1), new TableVersion(2, "1")));
        Assert.False(await table.UpdateRow(Entry(2), "1", new TableVersion(2, "1")));
        Assert.False(await table.UpdateRow(Entry(1), "0", new TableVersion(2, "1")));
        Assert.False(await table.UpdateRow(Entry(1), "1", new TableVersion(3, "2")));
        var before = await table.ReadAll();
        Assert.Equal((1, 1), (before.Version.Version, before.Members.Count));
        Assert.True(await table.UpdateRow(Entry(1, SiloStatus.Active), "1", new TableVersion(2, "1")));
        Assert.True(await table.InsertRow(Entry(2), new TableVersion(3, "2")));
        var after = await table.ReadAll();
        Assert.Equal((3, "3"), (after.Version.Version, after.Version.VersionEtag));
        Assert.Equal([SiloStatus.Active, SiloStatus.Joining], after.Members.Select(member => member.Item1.Status).Order().Reverse());
        Assert.Equal("2", after.Members.Single(member => member.Item1.Status == SiloStatus.Active).Item2);
    }

    [Fact]
    public async Task Of_silos_that_change_the_list_at_once_one_succeeds_at_a_time()
    {
        await using var table = await Open(await postgres.CreateDatabase(), "a");
        var inserted = await Task.WhenAll(Enumerable.Range(1, 10).Select(i => table.InsertRow(Entry(i), new TableVersion(1, "0"))));
        Assert.Single(inserted, true);
        var list = await table.ReadAll();
        Assert.Equal((1, 1), (list.Version.Version, list.Members.Count));
    }

    [Fact]
    public async Task A_sign_of_life_is_no_change_of_the_list()
    {
        await using var table = await Open(await postgres.CreateDatabase(), "a");
        await table.InsertRow(Entry(1), new TableVersion(1, "0"));
        var alive = Entry(1);
        alive.IAmAliveTime = Noon.AddMinutes(1);
        await table.UpdateIAmAlive(alive);
        var list = await table.ReadAll();
        Assert.Equal((1, "1"), (list.Version.Version, list.Members[0].Item2));
        Assert.Equal(alive.IAmAliveTime, list.Members[0].Item1.IAmAliveTime);
    }

    [Fact]
    public async Task Silos_that_are_long_gone_are_removed_and_no_others()
    {
        var connection = await postgres.CreateDatabase();
        await using var table = await Open(connection, "a");
        await using var other = await Open(connection, "b");
        await table.InsertRow(Entry(1, SiloStatus.Dead), new TableVersion(1, "0"));
        await table.InsertRow(Entry(2, SiloStatus.Active), new TableVersion(2, "1"));
        await other.InsertRow(Entry(1, SiloStatus.Dead), new TableVersion(1, "0"));
        await table.CleanupDefunctSiloEntries(Noon);
        Assert.Equal(2, (await table.ReadAll()).Members.Count);
        await table.CleanupDefunctSiloEntries(Noon.AddHours(1));
        Assert.Equal(Address(2), Assert.Single((await table.ReadAll()).Members).Item1.SiloAddress);
        Assert.Single((await other.ReadAll()).Members);
        await table.DeleteMembershipTableEntries("a");
        Assert.Empty((await table.ReadAll()).Members);
        Assert.Single((await other.ReadAll()).Members);
    }

    private static async Task<OrleansPostgresMembership> Open(string connection, string cluster)
    {
        var table = new OrleansPostgresMembership(
            new ClusterSettings(SettingsReader.Of(("Cluster:Connection", connection), ("Cluster:Id", cluster))));
        await table.Connect(TestContext.Current.CancellationToken);
        await table.InitializeMembershipTable(tryInitTableVersion: true);
        return table;
    }

    private static SiloAddress Address(int number) => SiloAddress.New(IPAddress.Parse("10.0.0.1"), 11_000 + number, 5);

    private static MembershipEntry Entry(int number, SiloStatus status = SiloStatus.Joining) => new()
    {
        SiloAddress = Address(number),
        Status = status,
        SiloName = $"silo-{number}",
        HostName = "here",
        ProxyPort = 30_000,
        StartTime = Noon,
        IAmAliveTime = Noon.AddMilliseconds(1),
    };
}
