using System.Text.Json.Nodes;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target.Servers;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Target.Servers;

public sealed class ServerNeedsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("""{ "Preset": "orleans" }""", false, false, false)]
    [InlineData("""{ "Storage": "memory", "AuditLog": "none" }""", false, false, false)]
    [InlineData("""{ "Preset": "composite-eventual" }""", true, false, false)]
    [InlineData("""{ "preset": "Composite-Causal" }""", true, false, true)]
    [InlineData("""{ "Preset": "full" }""", true, false, true)]
    [InlineData("""{ "Preset": "full", "Postgres": "Host=elsewhere", "Replication:Transport": "streams" }""", false, false, false)]
    [InlineData("""{ "Preset": "composite-eventual", "Dashboard": "grain" }""", false, false, false)]
    [InlineData("""{ "Preset": "orleans", "Dashboard": "postgres" }""", true, false, false)]
    [InlineData("""{ "Preset": "nonsense" }""", false, false, false)]
    [InlineData("""{ "Storage": "postgres" }""", true, false, false)]
    [InlineData("""{ "storage": "Postgres" }""", true, false, false)]
    [InlineData("""{ "AuditLog": "postgres" }""", true, false, false)]
    [InlineData("""{ "Dashboard": "postgres" }""", true, false, false)]
    [InlineData("""{ "Cluster": { "Provider": "postgres" } }""", true, false, false)]
    [InlineData("""{ "Cluster:Provider": "redis" }""", false, true, false)]
    [InlineData("""{ "Replication": "eventual", "Replication:Transport": "redis" }""", false, false, true)]
    [InlineData("""{ "Preset": "composite-causal", "Replication": "none" }""", true, false, false)]
    [InlineData("""{ "Storage": "postgres", "Postgres": "Host=elsewhere" }""", false, false, false)]
    [InlineData("""{ "Storage": "postgres", "Postgres:cart": "Host=elsewhere" }""", true, false, false)]
    [InlineData("""{ "Cluster": { "Provider": "redis", "Connection": "elsewhere:6379" } }""", false, false, false)]
    [InlineData("""{ "Replication:Transport": "redis", "RedisPrimary": "a:1", "RedisSecondary": "b:2" }""", false, false, false)]
    public void What_the_settings_ask_for_and_do_not_name_is_needed(string launch, bool postgres, bool cluster, bool replication) =>
        Assert.Equal(
            new ServerNeeds(postgres, cluster, replication), ServerNeeds.Of(new LaunchSettings(JsonNode.Parse(launch)!.AsObject())));

    [Fact]
    public void The_silo_is_told_where_a_server_is_only_if_it_asked_for_it()
    {
        Assert.Equal(["Postgres"], new ServerNeeds(true, false, false).Settings("Host=x", null).Select(setting => setting.Key));
        Assert.Empty(new ServerNeeds(false, false, false).Settings("Host=x", null));
    }

    [Fact]
    public void A_missing_program_is_named_with_its_package()
    {
        var none = new ServerPrograms(_folder.Path, _folder.File("none"));
        Assert.Contains("apt-get install postgresql", Assert.Throws<ServersException>(none.PostgresFolder).Message, StringComparison.Ordinal);
        Assert.Contains("apt-get install redis-server", Assert.Throws<ServersException>(none.Redis).Message, StringComparison.Ordinal);
        Assert.Contains("apt-get install util-linux", Assert.Throws<ServersException>(() => none.Tool("setsid")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_newest_PostgreSQL_is_taken_unless_the_path_has_one()
    {
        var (old, recent, own) = (Install("versions/9.6/bin"), Install("versions/15/bin"), Install("own"));
        Assert.Equal(recent, new ServerPrograms(_folder.Path, _folder.File("versions")).PostgresFolder());
        Assert.Equal(own, new ServerPrograms($"{_folder.Path}:{own}", _folder.File("versions")).PostgresFolder());
        File.Delete(Path.Combine(recent, "initdb"));
        Assert.Equal(old, new ServerPrograms(_folder.Path, _folder.File("versions")).PostgresFolder());
    }

    [Fact]
    public void Servers_of_a_silo_that_runs_already_are_not_the_drivers_business()
    {
        var error = Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(
            """{ "name": "x", "servers": "launch", "target": { "urls": ["http://localhost:1"] } }""", "file.json", []));
        Assert.Contains("$.servers: expected \"launch\" only together with target.launch", error.Message, StringComparison.Ordinal);
    }

    private string Install(string folder)
    {
        var path = Directory.CreateDirectory(_folder.File(folder)).FullName;
        foreach (var program in new[] { "initdb", "postgres" })
            File.WriteAllText(Path.Combine(path, program), "");
        return path;
    }
}
