using System.Diagnostics;
using System.Globalization;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target.Servers;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Servers that the driver starts for a run ("servers": "launch"), and stops.</summary>
public sealed class LaunchedServersTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    // The server's user must be able to reach the data below it.
    private readonly string _temporary = Directory.CreateTempSubdirectory("servers-").FullName;
    private readonly RunFolder _run = new();

    public LaunchedServersTests()
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_temporary, (UnixFileMode)0b111_101_101);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _run.Dispose();
        Directory.Delete(_temporary, recursive: true);
    }

    [Fact(Timeout = 300_000)]
    public async Task A_durable_run_needs_no_server_but_what_is_installed()
    {
        using var driver = Start("run", Programs.Config("durable.json"), "--output", _run.Results, "--set", "epochs.seconds=1",
            "--set", "epochs.count=3", "--set", "epochs.warmUp=1", "--set", "data.sizeFactor=0.05");
        var output = await driver.StandardOutput.ReadToEndAsync(Cancellation) + await driver.StandardError.ReadToEndAsync(Cancellation);
        await driver.WaitForExitAsync(Cancellation);

        Assert.True(driver.ExitCode == 0, output);
        _run.AssertNoViolation();
        var server = _run.Summary().GetProperty("resources").GetProperty("servers").GetProperty("postgresql");
        Assert.True(server.GetProperty("cpuSeconds").GetDouble() > 0);
        Assert.InRange(server.GetProperty("meanMiB").GetDouble(), 10, 2_000);
        var report = await File.ReadAllTextAsync(Path.Combine(_run.Results, "report.html"), Cancellation);
        Assert.Contains(">PostgreSQL<", report, StringComparison.Ordinal);
        AssertSilent(output, "assword");
        await UntilGone();
    }

    [Fact(Timeout = 300_000)]
    public async Task A_connection_string_of_the_scenario_is_in_no_file_of_the_run()
    {
        const string secret = "nobody-must-read-this";
        await using var servers = await Launch("""{ "Storage": "postgres" }""");
        var (exitCode, output) = await Programs.Drive(
            "run", Programs.Config("quickstart.json"), "--output", _run.Results, "--set", "epochs.seconds=0.2", "--set", "data.sizeFactor=0.02",
            "--set", "epochs.warmUpLimit=1",
            "--set", "target.launch.Storage=postgres", "--set", $"target.launch.Postgres={servers.Settings[0].Value};Application Name={secret}");
        Assert.True(exitCode == 0, output);
        AssertSilent(output, secret, "assword");
    }

    [Theory(Timeout = 300_000)]
    [InlineData("INT", true)]
    [InlineData("KILL", false)]
    public async Task Servers_and_silos_do_not_outlive_the_driver(string signal, bool isOrderly)
    {
        using var driver = Start("run", Programs.Config("durable.json"), "--output", _run.Results, "--set", "data.sizeFactor=0.01", "--set",
            "load.concurrency=4");
        var output = driver.StandardOutput.ReadToEndAsync(Cancellation);
        var history = Path.Combine(_run.Results, "history.bin");
        await Wait.Until("the load begins", () => File.Exists(history) || driver.HasExited, Wait.ForSilos);
        Assert.False(driver.HasExited, "The driver ended by itself.");
        Assert.NotEmpty(Directory.GetDirectories(_temporary, "marketplace-postgres-*"));
        var children = Children(driver.Id);
        Assert.Contains(children, IsSilo);

        // Ctrl-C reaches all processes of the terminal, a kill only the driver.
        await Kill(signal, [driver.Id, .. isOrderly ? children : []]);
        await driver.WaitForExitAsync(Cancellation);
        if (isOrderly)
        {
            Assert.Equal(130, driver.ExitCode);
            Assert.True(File.Exists(Path.Combine(_run.Results, "summary.json")), await output);
        }

        await UntilGone();
        await Wait.Until("the silo stops", () => !children.Any(IsSilo), Wait.ForSilos);
        await output;
    }

    [Fact(Timeout = 120_000)]
    public async Task A_pair_of_Redis_servers_replicates_and_vanishes()
    {
        string[] folders;
        await using (var servers = await Launch("""{ "Replication": "eventual", "Replication:Transport": "redis" }"""))
        {
            Assert.Equal(["RedisPrimary", "RedisSecondary"], servers.Settings.Select(setting => setting.Key));
            Assert.Equal(["redisPrimary", "redisSecondary"], servers.Usage().Select(server => server.Name));
            Assert.All(servers.Usage(), server => Assert.True(server.Usage!.Value.ResidentBytes > 0));
            var (primary, secondary) = (servers.Settings[0].Value, servers.Settings[1].Value);
            Assert.Contains("+OK", await Redis(primary, "SET price 12.50"), StringComparison.Ordinal);
            Assert.Contains(":1", await Redis(primary, "WAIT 1 10000"), StringComparison.Ordinal);
            Assert.Contains("12.50", await Redis(secondary, "GET price"), StringComparison.Ordinal);
            Assert.Contains("READONLY", await Redis(secondary, "SET price 13"), StringComparison.Ordinal);
            folders = [await Folder(primary), await Folder(secondary)];
            Assert.All(folders, folder => Assert.True(Directory.Exists(folder), folder));
            Assert.Contains("NOAUTH", await Redis(primary.Split(',')[0] + ",password=", "GET price"), StringComparison.Ordinal);
            Assert.Null(servers.Death);
        }

        Assert.DoesNotContain(folders, Directory.Exists);

        static async Task<string> Folder(string server) => (await Redis(server, "CONFIG GET dir")).Split("\r\n")[4];
    }

    [Fact(Timeout = 120_000)]
    public async Task A_server_that_ends_by_itself_is_noticed_with_its_last_words()
    {
        var died = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var servers = await Launch("""{ "Cluster": { "Provider": "redis" } }""", () => died.TrySetResult());
        Assert.Equal(["Cluster:Connection"], servers.Settings.Select(setting => setting.Key));
        await Redis(servers.Settings[0].Value, "SHUTDOWN NOSAVE");
        await died.Task.WaitAsync(Patience, TimeProvider.System, Cancellation);
        Assert.StartsWith("Redis, which the driver started, ended with exit code 0. Its last words:", servers.Death, StringComparison.Ordinal);
    }

    private static Task<LaunchedServers> Launch(string settings, Action? died = null)
    {
        var text = $$"""{ "name": "x", "servers": "launch", "target": { "launch": {{settings}} } }""";
        var scenario = ScenarioLoader.Parse(text, "test", []);
        return LaunchedServers.Start(scenario, ServerPrograms.OfMachine(), TimeProvider.System, died ?? (() => { }), Cancellation);
    }

    private static async Task<string> Redis(string connection, string command)
    {
        var (address, password) = (connection.Split(',')[0].Split(':'), connection.Split("password=")[1]);
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync(address[0], int.Parse(address[1], CultureInfo.InvariantCulture), Cancellation);
        await using var stream = client.GetStream();
        const string welcome = "+OK\r\n";
        var greeting = password.Length > 0 ? $"AUTH {password}\r\n" : "";
        await stream.WriteAsync(System.Text.Encoding.ASCII.GetBytes($"{greeting}{command}\r\nQUIT\r\n"), Cancellation);
        using var reader = new StreamReader(stream);
        var answer = await reader.ReadToEndAsync(Cancellation);
        return answer.StartsWith(welcome, StringComparison.Ordinal) && greeting.Length > 0 ? answer[welcome.Length..] : answer;
    }

    private static async Task Kill(string signal, IEnumerable<int> processes)
    {
        string[] ids = [.. processes.Select(id => id.ToString(CultureInfo.InvariantCulture))];
        if (ids.Length == 0)
            return;

        using var kill = Process.Start("/bin/kill", ["-s", signal, .. ids]);
        await kill.WaitForExitAsync(Cancellation);
    }

    private static int[] Children(int process) =>
    [
        .. Directory.GetDirectories($"/proc/{process}/task").Select(thread => File.ReadAllText(Path.Combine(thread, "children")))
            .SelectMany(children => children.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Select(child => int.Parse(child, CultureInfo.InvariantCulture)),
    ];

    private static bool IsSilo(int process) =>
        File.Exists($"/proc/{process}/cmdline")
        && File.ReadAllText($"/proc/{process}/cmdline").Contains("Marketplace.Silo.dll", StringComparison.Ordinal);

    private Process Start(params string[] arguments) => Programs.Start("Driver", [new("TMPDIR", _temporary)], arguments);

    private Task UntilGone() => Wait.Until(
        "the data of the servers are removed",
        () => Directory.GetDirectories(_temporary, "marketplace-*").Length == 0,
        Wait.ForSilos);

    private void AssertSilent(string output, params string[] secrets)
    {
        foreach (var secret in secrets)
        {
            Assert.DoesNotContain(secret, output, StringComparison.Ordinal);
            foreach (var file in Directory.GetFiles(_run.Results, "*", SearchOption.AllDirectories))
                Assert.False(File.ReadAllText(file).Contains(secret, StringComparison.Ordinal), $"{file} tells '{secret}'.");
        }
    }
}
