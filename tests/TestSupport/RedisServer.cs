using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Marketplace.TestSupport;

/// <summary>A Redis server on a free loopback port, with nothing on disk.</summary>
internal sealed class RedisServer : IAsyncDisposable
{
    private const string Program = "redis-server";
    private const string Package = "redis-server";

    private readonly ServerProcess _process;
    private string? _id;

    private RedisServer(int port, ServerProcess process) => (Port, _process) = (port, process);

    /// <summary>Where it listens.</summary>
    public int Port { get; }

    /// <summary>How to connect, for StackExchange.Redis.</summary>
    public string Address => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port}");

    /// <summary>Starts a server.</summary>
    /// <param name="primary">Of whom it is the secondary; null for none. It answers at once, and catches up after that.</param>
    /// <param name="port">Where it listens: the port of one that was killed; null for a free one.</param>
    public static async Task<RedisServer> Start(RedisServer? primary = null, int? port = null)
    {
        var path = Environment.GetEnvironmentVariable("PATH") ?? "";
        var program = path.Split(Path.PathSeparator).Append("/usr/bin").Select(folder => Path.Combine(folder, Program)).FirstOrDefault(File.Exists)
            ?? throw new InvalidOperationException(
                $"These tests need a Redis server, and there is no {Program}; install it: apt-get install {Package}");
        var place = port ?? LoopbackPort.Free();
        var folder = Directory.CreateTempSubdirectory("redis-").FullName;
        string[] replica = primary is null ? [] : ["--replicaof", "127.0.0.1", Text(primary.Port)];
        string[] command =
        [
            program, "--port", Text(place), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no",
            "--repl-diskless-sync-delay", "0", .. replica,
        ];
        return new(place, await ServerProcess.Start(folder, "TERM", command, () => Answers(place)));
    }

    /// <summary>Kills it, so that another one can start on its port. Ends when it is gone.</summary>
    public async Task Kill()
    {
        await Signal("KILL");
        await LoopbackPort.UntilFree(Port);
    }

    /// <summary>Sends it a signal: STOP, and CONT after that.</summary>
    public async Task Signal(string signal)
    {
        _id ??= (await Ask("INFO server")).Split("process_id:")[1].Split('\r')[0];
        await ServerProcess.Run("/bin/kill", "-s", signal, _id);
    }

    /// <summary>Asks it something.</summary>
    public async Task<string> Ask(string command)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, Port);
        await using var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(command + "\r\nQUIT\r\n"));
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync();
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static async Task<bool> Answers(int port)
    {
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(IPAddress.Loopback, port);
            await client.GetStream().WriteAsync("PING\r\n"u8.ToArray());
            var answer = new byte[7];
            await client.GetStream().ReadExactlyAsync(answer);
            return Encoding.ASCII.GetString(answer) == "+PONG\r\n";
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            return false;
        }
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
