using System.Globalization;
using Marketplace.Records.Stores.Mongo;

namespace Marketplace.TestSupport;

/// <summary>A real server of MongoDB: the one that MONGODB_TEST names, else mongod from the PATH with throw-away data.</summary>
internal sealed class MongoServer : IAsyncDisposable
{
    private const string User = "marketplace";
    private const string Password = "throwaway";

    private readonly ServerProcess? _process;

    private MongoServer(string connectionString, ServerProcess? process) => (ConnectionString, _process) = (connectionString, process);

    /// <summary>Whether there is one.</summary>
    public static bool IsThere => Named is not null || Program is not null;

    /// <summary>How to connect.</summary>
    public string ConnectionString { get; }

    private static string? Named => Environment.GetEnvironmentVariable("MONGODB_TEST");

    private static string? Program => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, "mongod")).FirstOrDefault(File.Exists);

    /// <summary>Starts it, unless it is named.</summary>
    public static async Task<MongoServer> Start(CancellationToken cancellationToken)
    {
        if (Named is { } named) return new MongoServer(named, null);
        var (folder, port) = (Directory.CreateTempSubdirectory("mongodb-").FullName, LoopbackPort.Free());
        string[] command =
        [
            Program!, "--dbpath", folder, "--bind_ip", "127.0.0.1", "--port", port.ToString(CultureInfo.InvariantCulture), "--nounixsocket",
            "--replSet", MongoSetup.Set,
        ];
        var process = await ServerProcess.Start(folder, "KILL", command, () => MongoSetup.Answers(port, cancellationToken));
        await MongoSetup.Initiate(port, User, Password, TimeProvider.System, cancellationToken);
        return new MongoServer(MongoSetup.ConnectionString(port, User, Password), process);
    }

    public ValueTask DisposeAsync() => _process?.DisposeAsync() ?? ValueTask.CompletedTask;
}
