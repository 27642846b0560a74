using System.Globalization;

namespace Marketplace.TestSupport;

/// <summary>
/// A PostgreSQL server of the installed version on a free loopback port, with throw-away data: what it has committed outlives its processes,
/// which tests kill, and not the machine. One server serves all tests of an assembly: each takes a database of its own.
/// </summary>
internal sealed class PostgresServer : IAsyncDisposable
{
    private const string Installations = "/usr/lib/postgresql";
    private const string Package = "postgresql-15";

    /// <summary>The user of the machine that it runs as, and the user that it knows.</summary>
    public const string User = "postgres";

    private readonly string _folder;
    private readonly int _port;
    private ServerProcess? _process;
    private int _databases;

    private PostgresServer(string folder, int port) => (_folder, _port) = (folder, port);

    /// <summary>Starts a server.</summary>
    public static async Task<PostgresServer> Start()
    {
        var server = new PostgresServer(await CreateFolder(), LoopbackPort.Free());
        await PostgresTemplate.CopyTo(Path.Combine(server._folder, "data"));
        await server.Run();
        return server;
    }

    /// <summary>Makes a folder that its user may write to.</summary>
    public static async Task<string> CreateFolder()
    {
        var folder = Directory.CreateTempSubdirectory("postgres-").FullName;
        if (Environment.IsPrivilegedProcess)
            await Expect("chown", User, folder);

        return folder;
    }

    /// <summary>The command that runs another one as its user: PostgreSQL does not run as root.</summary>
    public static string[] AsServer(string[] command) => Environment.IsPrivilegedProcess
        ? ["setpriv", "--reuid", User, "--regid", User, "--init-groups", "--", .. command]
        : command;

    /// <summary>Runs a command that has to succeed.</summary>
    public static async Task Expect(params string[] command)
    {
        var (exitCode, output) = await ServerProcess.Run(command);
        if (exitCode != 0)
            throw new InvalidOperationException($"'{string.Join(' ', command)}' failed: {output}");
    }

    /// <summary>A program of the installed version.</summary>
    public static string Find(string program)
    {
        var versions = Directory.Exists(Installations) ? Directory.GetDirectories(Installations) : [];
        return versions.OrderByDescending(folder => int.TryParse(Path.GetFileName(folder), out var version) ? version : 0)
            .Select(folder => Path.Combine(folder, "bin", program))
            .FirstOrDefault(File.Exists)
            ?? throw new InvalidOperationException(
                $"These tests need a PostgreSQL server, and there is none in {Installations}; install it: apt-get install {Package}");
    }

    /// <summary>Makes an empty database.</summary>
    public async Task<string> CreateDatabase()
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"test{Interlocked.Increment(ref _databases)}");
        await Expect([Find("createdb"), "-h", "127.0.0.1", "-p", Text(_port), "-U", User, name]);
        return $"Host=127.0.0.1;Port={Text(_port)};Username={User};Database={name}";
    }

    /// <summary>
    /// Ends the server as a crash does, and starts it again: connections are cut without a word, and what was committed is recovered
    /// from its log.
    /// </summary>
    public async Task Crash(Func<Task> whileDown)
    {
        await _process!.Stop();
        try
        {
            await whileDown();
        }
        finally
        {
            await Run();
        }
    }

    /// <summary>Stops the processes of the server and lets them go on: connections stay open, and nobody answers.</summary>
    public async Task Hang(Func<Task> whileStopped)
    {
        // The first makes the others, so it is stopped first.
        var first = (await File.ReadAllLinesAsync(Path.Combine(_folder, "data", "postmaster.pid")))[0];
        await Expect("kill", "-STOP", first);
        var others = (await File.ReadAllTextAsync($"/proc/{first}/task/{first}/children")).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        await Expect(["kill", "-STOP", .. others]);
        try
        {
            await whileStopped();
        }
        finally
        {
            await Expect(["kill", "-CONT", first, .. others]);
        }
    }

    public ValueTask DisposeAsync() => _process!.DisposeAsync();

    private async Task Run()
    {
        // The last ones are for power cuts, and for data that is kept: without them a database is made in half the time.
        string[] settings =
        [
            "listen_addresses=127.0.0.1", "unix_socket_directories=", $"port={Text(_port)}", "max_connections=200",
            "fsync=off", "full_page_writes=off", "wal_init_zero=off", "wal_recycle=off", "autovacuum=off",
        ];
        string[] command =
        [
            Find("postgres"), "-D", Path.Combine(_folder, "data"),
            .. settings.SelectMany(setting => new[] { "-c", setting }),
        ];
        string[] question = [Find("pg_isready"), "-q", "-h", "127.0.0.1", "-p", Text(_port)];
        _process = await ServerProcess.Start(
            _folder, "QUIT", AsServer(command), async () => (await ServerProcess.Run(question)).ExitCode == 0);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
