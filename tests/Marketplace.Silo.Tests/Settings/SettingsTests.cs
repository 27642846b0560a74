using Marketplace.Protocols.Recording;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.Storage.Postgres;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace Marketplace.Silo.Tests.Settings;

public sealed class SettingsTests
{
    [Fact]
    public void Without_any_setting_all_have_their_defaults()
    {
        var settings = SiloSettings.Read(Configuration());
        Assert.Equal("orleans", settings.Preset);
        Assert.Equal(TimeSpan.Zero, settings.Services.PaymentProvider.Latency);
        Assert.Equal(1 << 20, settings.Gateway.MaxBodyBytes);
        Assert.False(settings.Gateway.LegacyStatus);
        Assert.Null(settings.OtlpEndpoint);
        Assert.Equal(("none", "127.0.0.1", null), (settings.Cluster.Provider, settings.Cluster.Address.ToString(), settings.Cluster.SiloName));
    }

    [Fact]
    public void Settings_are_read_in_any_casing()
    {
        var settings = SiloSettings.Read(Configuration(
            ("preset", "NULL"),
            ("shipment:PARTITIONS", "3"),
            ("PaymentProvider:Latency", "00:00:00.050"),
            ("PaymentProvider:DeclineRate", "0.25"),
            ("Gateway:LegacyStatus", "True"),
            ("Protocol", "none"),
            ("Otlp:Endpoint", "http://localhost:4318")));
        Assert.Equal(("null", 3), (settings.Preset, settings.Services.Shipment.Count));
        var provider = settings.Services.PaymentProvider;
        Assert.Equal((TimeSpan.FromMilliseconds(50), 0.25), (provider.Latency, provider.DeclineRate));
        Assert.True(settings.Gateway.LegacyStatus);
        Assert.Equal(4318, settings.OtlpEndpoint!.Port);
    }

    [Theory]
    [InlineData("all", "cart product stock order payment shipment customer seller")]
    [InlineData("None", "")]
    [InlineData("Stock, cart,stock", "cart stock")]
    public void The_services_of_a_silo_are_listed_in_one_order(string text, string services) =>
        Assert.Equal(services, string.Join(' ', new PlacementSettings(SettingsReader.Of(("Services", text))).Services));

    [Theory]
    [InlineData("Preset", "full", "'full' needs servers, and no setting Marketplace:Postgres and")]
    [InlineData("Results", "later", "'later'; expected one of response, egress")]
    [InlineData("Results:MaxInFlight", "0", "'0'; expected a whole number from 1")]
    [InlineData("Preset", "big", "'big'; expected one of")]
    [InlineData("Delivery", "once", "'once'; expected one of at-most-once, at-least-once, exactly-once")]
    [InlineData("Replication", "causal", "'causal'; expected one of none, eventual, causal-per-object, causal-across-objects")]
    [InlineData("Replication:Transport", "pigeons", "'pigeons'; expected one of streams, redis")]
    [InlineData("Redis:Timeout", "00:00:00", "'00:00:00'; expected a duration")]
    [InlineData("RedisPrimary", "localhost,open=sesame", "Marketplace:RedisPrimary is no connection string of StackExchange.Redis: it has an option")]
    [InlineData("Storage", "postgres", "Marketplace:Postgres does not say where PostgreSQL is")]
    [InlineData("AuditLog", "postgres", "'postgres', and Marketplace:Postgres does not say where PostgreSQL is")]
    [InlineData("Dashboard", "postgres", "'postgres', and Marketplace:Postgres does not say where PostgreSQL is")]
    [InlineData("AuditLog:SpoolMiB", "0", "'0'; expected a whole number from 1")]
    [InlineData("Postgres", "Password=open sesame", "Marketplace:Postgres is no connection string of Npgsql: it names no Host.")]
    [InlineData("Postgres", "Host=x;Password=open;sesame=1", "Marketplace:Postgres is no connection string of Npgsql: it has a keyword")]
    [InlineData("Postgres:cart", "Password=open sesame", "Marketplace:Postgres:cart is no connection string of Npgsql: it names no Host.")]
    [InlineData("Postgres:carts", "Host=x", "There is no setting Marketplace:Postgres:carts; did you mean Marketplace:Postgres:cart?")]
    [InlineData("Postgres:Timeout", "00:00:00", "'00:00:00'; expected a duration")]
    [InlineData("RedisSecondary", "password=open sesame", "Marketplace:RedisSecondary is no connection string of StackExchange.Redis: it names")]
    [InlineData("Shipment:Partitions", "0", "'0'; expected a whole number from 1 to 1024")]
    [InlineData("Shipment:Partitions", "1.5", "'1.5'; expected")]
    [InlineData("PaymentProvider:DeclineRate", "1.1", "'1.1'; expected a share")]
    [InlineData("PaymentProvider:Latency", "5", "'5'; expected a duration")]
    [InlineData("Gateway:LegacyStatus", "maybe", "'maybe'; expected true or false")]
    [InlineData("Gateway:MaxBodyBytes", "9999999", "'9999999'; expected")]
    [InlineData("Otlp:Endpoint", "nowhere", "'nowhere'; expected an address")]
    [InlineData("Engine", "akka", "'akka'; expected one of orleans, local")]
    [InlineData("Orleans:LocalCalls", "never", "'never'; expected one of inline, messages")]
    [InlineData("Cluster:Provider", "consul", "'consul'; expected one of none, localhost, redis, postgres")]
    [InlineData("Cluster:Provider", "redis", "'redis', and Marketplace:Cluster:Connection does not say where the server is.")]
    [InlineData("Cluster:ConnectTimeout", "0", "'0'; expected a duration")]
    [InlineData("Cluster:SiloPort", "70000", "'70000'; expected a whole number from 0 to 65535")]
    [InlineData("Cluster:Address", "0.0.0.0", "'0.0.0.0'; expected an IP address")]
    [InlineData("Cluster:Address", "here", "'here'; expected an IP address")]
    [InlineData("Cluster:Primary", "127.0.0.1", "'127.0.0.1'; expected an IP address with a port")]
    [InlineData("Cluster:Id", "a b", "'a b'; expected letters")]
    [InlineData("Cluster:Id", "", "''; expected letters")]
    [InlineData("Gateway:LeaveDelay", "00:00:10", "'00:00:10'; expected less than Marketplace:Gateway:StopTimeout, which is 00:00:10")]
    [InlineData("Gateway:LeaveDelay", "soon", "'soon'; expected a duration")]
    [InlineData("Placement", "apart", "'apart'; expected one of shared, per-service")]
    [InlineData("Placement:Parallelism", "-1", "'-1'; expected a whole number from 0 to 1024")]
    [InlineData("Services", "cart,baskets", "'cart,baskets'; expected `all`, `none`, or some of `cart`")]
    [InlineData("Services", "all,cart", "'all,cart'; expected")]
    [InlineData("Services", "", "''; expected")]
    [InlineData("Prset", "null", "did you mean Marketplace:Preset?")]
    [InlineData("Gateway:LegacyStatsu", "true", "did you mean Marketplace:Gateway:LegacyStatus?")]
    [InlineData("Shipment", "4", "There is no setting Marketplace:Shipment")]
    [InlineData("Preset", null, "Marketplace:Preset has no value")]
    public async Task A_wrong_setting_stops_the_silo_with_one_sentence_that_names_it(string key, string? value, string expected)
    {
        var exception = Assert.Throws<SettingException>(() => SiloSettings.Read(Configuration((key, value))));
        Assert.Contains(expected, exception.Message, StringComparison.Ordinal);
        if (value is not null)
        {
            using var output = new StringWriter();
            using var errors = new StringWriter();
            Assert.Equal(2, await SiloHost.Run([$"--Marketplace:{key}={value}"], output, errors));
            Assert.Equal($"The silo does not start: {exception.Message}{Environment.NewLine}", errors.ToString());
            Assert.Equal("", output.ToString());
        }
    }

    [Theory]
    [InlineData("streams", "00:00:10", null, "ResponseTimeout is 00:00:10; expected more than 00:00:10, for which an update may wait")]
    [InlineData("streams", "00:00:10.001", null, null)]
    [InlineData("redis", "00:00:10", null, "Redis:Timeout is 00:00:10; expected less than Marketplace:ResponseTimeout, which is 00:00:10")]
    [InlineData("redis", "00:00:10", "00:00:09", null)]
    public void An_update_waits_no_longer_than_its_call_may_take(string transport, string response, string? redis, string? expected)
    {
        (string, string?)[] all =
        [
            ("Replication", "causal-across-objects"), ("Replication:Transport", transport), ("ResponseTimeout", response), ("Redis:Timeout", redis),
            ("RedisPrimary", "localhost:1"), ("RedisSecondary", "localhost:2"),
        ];
        var problem = Record.Exception(() => SiloSettings.Read(Configuration([.. all.Where(setting => setting.Item2 is not null)])));
        Assert.True(expected is null ? problem is null : problem is SettingException);
        Assert.Contains(expected ?? "", problem?.Message ?? "", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("statefun", null, true)]
    [InlineData("Statefun", "response", false)]
    [InlineData("orleans", null, false)]
    [InlineData("orleans-tx", "egress", true)]
    public void Results_are_collected_as_their_setting_says_or_the_preset(string preset, string? results, bool expected)
    {
        (string, string?)[] settings = results is null ? [("Preset", preset)] : [("Preset", preset), ("Results", results)];
        Assert.Equal(expected, SiloSettings.Read(Configuration(settings)).Receipts.AreCollected);
    }

    [Fact]
    public void A_service_connects_as_its_own_setting_says_or_as_all_do()
    {
        var storage = SiloSettings.Read(Configuration(
            ("Storage", "postgres"), ("Postgres", "Host=a;Password=s1"), ("Postgres:Cart", "Host=b;Password=s2"))).Storage.States!;
        Assert.Equal("Host=b;Password=s2", storage.ConnectionStrings["cart"]);
        Assert.All(storage.ConnectionStrings.Remove("cart").Values, connection => Assert.Equal("Host=a;Password=s1", connection));
        Assert.Equal(8, storage.ConnectionStrings.Count);
        Assert.DoesNotContain("Password", storage.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("none", null, null, 0)]
    [InlineData("localhost", null, null, 5)]
    [InlineData("localhost", null, "00:00:06", 3)]
    [InlineData("localhost", "00:00:00", null, 0)]
    [InlineData("none", "00:00:02", null, 2)]
    public void A_silo_of_a_cluster_waits_for_its_clients_to_go_elsewhere(string provider, string? delay, string? stop, int seconds)
    {
        (string, string?)[] all = [("Cluster:Provider", provider), ("Gateway:LeaveDelay", delay), ("Gateway:StopTimeout", stop)];
        var settings = SiloSettings.Read(Configuration([.. all.Where(setting => setting.Item2 is not null)]));
        Assert.Equal(TimeSpan.FromSeconds(seconds), settings.Gateway.LeaveDelay);
    }

    [Theory]
    [InlineData("none", false)]
    [InlineData("localhost", true)]
    public void A_protocol_is_told_whether_there_are_other_silos(string provider, bool isClustered)
    {
        var settings = SiloSettings.Read(Configuration(("Protocol", "deterministic"), ("Cluster:Provider", provider)));
        Assert.Equal(isClustered, settings.Protocol.Options.IsClustered);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("localhost")]
    public void Sagas_run_on_one_silo_and_on_several(string provider) =>
        Assert.Equal("saga", SiloSettings.Read(Configuration(("Protocol", "saga"), ("Cluster:Provider", provider))).Protocol.Name);

    [Fact]
    public void Outboxes_are_there_where_no_transaction_rolls_back()
    {
        Assert.True(SiloSettings.Read(Configuration(("Delivery", "exactly-once"))).Delivery.Options.HasOutbox);
        Assert.False(SiloSettings.Read(Configuration(("Delivery", "exactly-once"), ("Protocol", "saga"))).Delivery.Options.HasOutbox);
        Assert.True(SiloSettings.Read(Configuration(("Delivery", "exactly-once"), ("Cluster:Provider", "localhost"))).Delivery.Options.HasOutbox);
    }

    [Fact]
    public void Dashboards_from_PostgreSQL_are_shared_in_a_cluster()
    {
        (string, string?)[] settings = [("Dashboard", "postgres"), ("Postgres", "Host=x")];
        Assert.False(SiloSettings.Read(Configuration(settings)).Storage.Dashboards!.IsShared);
        Assert.True(SiloSettings.Read(Configuration([.. settings, ("Cluster:Provider", "localhost")])).Storage.Dashboards!.IsShared);
    }

    [Fact]
    public void Versions_are_numbered_where_states_are_stored_if_the_record_or_the_grains_outlive_the_silo()
    {
        Assert.Equal(RecordingLevel.Full, SiloSettings.Read(Configuration(("Recording", "FULL"))).Recording.Level);
        Assert.False(Stored(("Recording", "full")).KeepsVersionNumbers);
        Assert.True(Stored(("Recording", "full"), ("Recording:Folder", "x")).KeepsVersionNumbers);
        Assert.True(Stored(("Recording", "full"), ("Cluster:Provider", "localhost")).KeepsVersionNumbers);
        Assert.False(Stored(("Recording", "outcomes"), ("Cluster:Provider", "localhost")).KeepsVersionNumbers);

        static PostgresOptions Stored(params (string, string?)[] settings) =>
            SiloSettings.Read(Configuration([("Storage", "postgres"), ("Postgres", "Host=localhost"), .. settings])).Storage.States!;
    }

    [Fact]
    public void The_transactions_of_Orleans_store_states_of_all_services_in_one_database()
    {
        (string, string?)[] stored = [("Protocol", "orleans-transactions"), ("Storage", "postgres"), ("Postgres", "Host=localhost")];
        Assert.True(SiloSettings.Read(Configuration(stored)).Storage.States!.KeepsPrepared);
        Assert.False(SiloSettings.Read(Configuration([.. stored[1..], ("Protocol", "locking")])).Storage.States!.KeepsPrepared);
        var spread = Configuration([.. stored, ("Postgres:cart", "Host=elsewhere")]);
        var message = Assert.Throws<SettingException>(() => SiloSettings.Read(spread)).Message;
        Assert.Contains("stores states in PostgreSQL only if all services connect in the same way", message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_preset_orleans_tx_runs_the_transactions_of_Orleans_unless_the_protocol_is_set()
    {
        Assert.Equal("orleans-transactions", SiloSettings.Read(Configuration(("Preset", "Orleans-TX"))).Protocol.Name);
        Assert.Equal("none", SiloSettings.Read(Configuration(("Preset", "orleans-tx"), ("Protocol", "none"))).Protocol.Name);
    }

    [Fact]
    public void In_Kubernetes_a_silo_has_the_name_and_address_of_its_pod()
    {
        var pod = new ConfigurationBuilder().AddInMemoryCollection([new("POD_NAME", "silo-2"), new("POD_IP", "10.1.2.3")]);
        var settings = SiloSettings.Read(pod.Build()).Cluster;
        Assert.Equal(("silo-2", "10.1.2.3"), (settings.SiloName, settings.Address.ToString()));
        var named = pod.AddInMemoryCollection([new("Marketplace:Cluster:SiloName", "a"), new("Marketplace:Cluster:Address", "10.1.2.4")]);
        settings = SiloSettings.Read(named.Build()).Cluster;
        Assert.Equal(("a", "10.1.2.4"), (settings.SiloName, settings.Address.ToString()));
        var wrong = new ConfigurationBuilder().AddInMemoryCollection([new("POD_IP", "none")]);
        Assert.Contains("POD_IP has the value 'none'", Assert.Throws<SettingException>(() => SiloSettings.Read(wrong.Build())).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_address_that_is_taken_stops_the_silo_with_one_sentence()
    {
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();
        var error = await FailedStart.Of("--urls", $"http://{taken.LocalEndpoint}", "--Marketplace:Preset=null");
        Assert.Contains("address already in use", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_made_stops_the_silo_with_one_sentence()
    {
        var file = Path.GetTempFileName();
        try
        {
            Assert.StartsWith(
                $"The silo does not start: The setting Marketplace:Archive:Folder has the value '{file}'",
                await FailedStart.Of("--urls", "http://127.0.0.1:0", $"--Marketplace:Archive:Folder={file}"),
                StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("Recording=full")]
    [InlineData("Storage=postgres", "Postgres=Host=127.0.0.1")]
    public async Task A_record_that_outlives_the_silo_needs_states_that_do_and_something_to_record(params string[] settings)
    {
        Assert.StartsWith(
            "The silo does not start: The setting Marketplace:Recording:Folder has the value 'x', which needs Marketplace:Recording 'outcomes' or "
            + "'full', and Marketplace:Storage 'postgres'",
            await FailedStart.With([.. settings, "Recording:Folder=x"]),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_silo_leaves_nothing_in_the_folder_of_its_archive()
    {
        var folder = Directory.CreateTempSubdirectory("archive-test-");
        try
        {
            await using (var silo = await RunningSilo.StartWithData($"Archive:Folder={folder.FullName}"))
            {
                Assert.Single(folder.GetDirectories());
            }

            Assert.Empty(folder.GetFileSystemInfos());
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task The_version_names_the_commit_and_starts_nothing()
    {
        using var output = new StringWriter();

        Assert.Equal(0, await SiloHost.Run(["--version"], output, TextWriter.Null));

        Assert.Matches(@"^\d+\.\d+\.\d+(\+[0-9a-f]{40})?\r?\n$", output.ToString());
    }

    [Fact]
    public async Task The_settings_page_is_up_to_date()
    {
        using var output = new StringWriter();
        Assert.Equal(0, await SiloHost.Run(["--settings"], output, TextWriter.Null));
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Marketplace.sln")))
            folder = Path.GetDirectoryName(folder)!;

        var page = await File.ReadAllTextAsync(Path.Combine(folder, "docs", "settings.md"), TestContext.Current.CancellationToken);
        Assert.Equal(page.ReplaceLineEndings("\n"), output.ToString());
    }

    [Fact]
    public void A_setting_is_declared_once_under_a_heading_of_the_page()
    {
        var read = SettingsReader.Of();
        _ = new SiloSettings(read);
        Assert.Distinct(read.Settings.Select(static setting => setting.Key), StringComparer.OrdinalIgnoreCase);
        Assert.All(read.Settings, static setting => Assert.Contains(setting.Heading, SettingsDocument.Headings));
    }

    private static IConfiguration Configuration(params (string Key, string? Value)[] settings) => new ConfigurationBuilder()
        .AddInMemoryCollection(settings.ToDictionary(setting => "Marketplace:" + setting.Key, setting => setting.Value))
        .Build();
}
