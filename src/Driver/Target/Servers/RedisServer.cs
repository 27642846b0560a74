using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using static System.FormattableString;

namespace Marketplace.Driver.Target.Servers;

/// <summary>Redis on a free loopback port, with nothing on the disk; alone, or a secondary that replicates from another one.</summary>
internal sealed class RedisServer
{
    private RedisServer(GuardedServer process, int port, string password) => (Process, Port, Password) = (process, port, password);

    public GuardedServer Process { get; }

    /// <summary>How to connect, for StackExchange.Redis, with a password that nobody else knows.</summary>
    public string ConnectionString => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port},password={Password}");

    private int Port { get; }
    private string Password { get; }

    /// <summary>Starts one; a secondary is connected to its primary and holds what that one holds.</summary>
    /// <param name="primary">Whose secondary it is; null for none.</param>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="TargetException">It did not start.</exception>
    public static async Task<RedisServer> Start(
        string name,
        RedisServer? primary,
        ServerPrograms programs,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var (program, session) = (programs.Redis(), programs.Tool("setsid"));
        var folder = Directory.CreateTempSubdirectory("marketplace-redis-").FullName;
        var port = SiloLocator.FreePort();
        var password = primary?.Password ?? ServerPassword.New();
        var settings = Path.Combine(folder, "redis.conf");
        await File.WriteAllLinesAsync(settings, Settings(folder, port, password, primary), cancellationToken);
        var command = new ServerCommand(name, "Redis", folder, "TERM", [session, program, settings]);
        var awaited = primary is null ? "role:master" : "master_link_status:up";
        var process = await GuardedServer.Start(
            command, token => Says(port, password, awaited, token), time, died, cancellationToken);
        return new RedisServer(process, port, password);
    }

    private static IEnumerable<string> Settings(string folder, int port, string password, RedisServer? primary)
    {
        string[] common =
        [
            "bind 127.0.0.1", Invariant($"port {port}"), $"dir \"{folder}\"", "save \"\"", "appendonly no", $"requirepass {password}",
            $"masterauth {password}", "repl-diskless-sync yes", "repl-diskless-sync-delay 0",
        ];
        return primary is null ? common : common.Append(Invariant($"replicaof 127.0.0.1 {primary.Port}"));
    }

    private static async Task<bool> Says(int port, string password, string awaited, CancellationToken cancellationToken)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
            var stream = client.GetStream();
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"AUTH {password}\r\nINFO replication\r\nQUIT\r\n"), cancellationToken);
            using var reader = new StreamReader(stream, Encoding.ASCII);
            var answer = await reader.ReadToEndAsync(cancellationToken);
            return answer.Contains(awaited, StringComparison.Ordinal);
        }
        catch (Exception error) when (error is SocketException or IOException)
        {
            return false; // It does not listen yet.
        }
    }
}
