using System.Globalization;
using System.Security.Cryptography;
using Marketplace.Records.Stores.Mongo;

namespace Marketplace.Driver.Target.Servers;

/// <summary>MongoDB with its own defaults on a free loopback port, as a replica set of one.</summary>
internal sealed class MongoServer
{
    private const string User = "marketplace";
    private const int KeyBytes = 96;

    private MongoServer(GuardedServer process, string connectionString) => (Process, ConnectionString) = (process, connectionString);

    public GuardedServer Process { get; }

    /// <summary>How to connect, with a password that nobody else knows.</summary>
    public string ConnectionString { get; }

    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="TargetException">It did not start.</exception>
    public static async Task<MongoServer> Start(ServerPrograms programs, TimeProvider time, Action died, CancellationToken cancellationToken)
    {
        var (program, session) = (programs.Mongo(), programs.Tool("setsid"));
        var folder = Directory.CreateTempSubdirectory("marketplace-mongodb-").FullName;
        var (port, password) = (SiloLocator.FreePort(), ServerPassword.New());
        try
        {
            Directory.CreateDirectory(Path.Combine(folder, "data"));
            await WriteKey(Path.Combine(folder, "key"), cancellationToken);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }

        var process = await GuardedServer.Start(
            Command(session, program, folder, port), stop => MongoSetup.Answers(port, stop), time, died, cancellationToken);
        try
        {
            await MongoSetup.Initiate(port, User, password, time, cancellationToken);
        }
        catch (Exception error) when (error is TimeoutException or MongoDB.Driver.MongoException)
        {
            await process.DisposeAsync();
            throw new TargetException($"MongoDB, which the driver started, can't be made a replica set: {error.Message}", error);
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        return new MongoServer(process, MongoSetup.ConnectionString(port, User, password));
    }

    /// <summary>How it is run. Members of a replica set with passwords prove to each other who they are by a key, also if it is one alone.</summary>
    public static ServerCommand Command(string session, string program, string folder, int port) => new(
        "mongodb",
        "MongoDB",
        folder,
        "KILL", // Its data is thrown away, and a clean end takes it some seconds.
        [
            session, program, "--dbpath", Path.Combine(folder, "data"), "--bind_ip", "127.0.0.1",
            "--port", port.ToString(CultureInfo.InvariantCulture), "--nounixsocket", "--replSet", MongoSetup.Set,
            "--keyFile", Path.Combine(folder, "key"),
        ]);

    private static async Task WriteKey(string path, CancellationToken cancellationToken)
    {
        // It refuses a key that others can read.
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using var file = new StreamWriter(path, options);
        await file.WriteAsync(Convert.ToBase64String(RandomNumberGenerator.GetBytes(KeyBytes)).AsMemory(), cancellationToken);
    }
}
