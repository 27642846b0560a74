using System.Globalization;

namespace Marketplace.Driver.Target.Servers;

/// <summary>
/// PostgreSQL with its own defaults (what is committed is on the disk), on a free loopback port. It does not run as root: then it runs
/// as user postgres, or nobody.
/// </summary>
internal sealed class PostgresServer
{
    private const string User = "marketplace";
    private const int StatusLine = 7; // Of postmaster.pid: what pg_ctl looks at too.

    private PostgresServer(GuardedServer process, string connectionString) => (Process, ConnectionString) = (process, connectionString);

    public GuardedServer Process { get; }

    /// <summary>How to connect, for Npgsql, with a password that nobody else knows.</summary>
    public string ConnectionString { get; }

    /// <param name="connections">The most connections that it takes.</param>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="TargetException">It did not start.</exception>
    public static async Task<PostgresServer> Start(
        ServerPrograms programs,
        int connections,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var (installed, session) = (programs.PostgresFolder(), programs.Tool("setsid"));
        var account = Environment.IsPrivilegedProcess ? await ServerAccount.Find(programs, cancellationToken) : null;
        var folder = Directory.CreateTempSubdirectory("marketplace-postgres-").FullName;
        var data = Path.Combine(folder, "data");
        var password = ServerPassword.New();
        var port = SiloLocator.FreePort();
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder, "password"), password, cancellationToken);
            if (account is not null) await account.Own(folder, cancellationToken);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }

        string[] line = [session, .. account?.Prefix ?? [], "/bin/sh", "-c", Script(port, connections), installed, folder];
        var command = new ServerCommand("postgresql", "PostgreSQL", folder, "QUIT", line);
        var process = await GuardedServer.Start(command, _ => Task.FromResult(IsReady(data)), time, died, cancellationToken);
        return new PostgresServer(
            process,
            string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={port};Username={User};Password={password};Database=postgres"));
    }

    private static string Script(int port, int connections) => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        umask 077
        "$0/initdb" -D "$1/data" -U {User} -A scram-sha-256 --pwfile="$1/password" -E UTF8 --no-locale --no-sync || exit
        rm "$1/password"
        exec "$0/postgres" -D "$1/data" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port={port} -c max_connections={connections}
        """);

    private static bool IsReady(string data)
    {
        try
        {
            var lines = File.ReadAllLines(Path.Combine(data, "postmaster.pid"));
            return lines.Length > StatusLine && lines[StatusLine].Trim() == "ready";
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return false; // It is not there yet.
        }
    }
}
