using Marketplace.Driver.Target;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>Silos of one cluster, each a process, on one PostgreSQL server that keeps their list and their states.</summary>
internal sealed class ClusterOfProcesses : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("cluster-").FullName;
    private readonly Dictionary<int, SiloProcess> _silos = [];
    private readonly SiloClient[] _clients;
    private readonly PostgresServer _postgres;
    private readonly KeyValuePair<string, string>[] _settings;

    private ClusterOfProcesses(PostgresServer postgres, string database, int urls, (string Key, string Value)[] settings)
    {
        _postgres = postgres;
        Urls = [.. Enumerable.Range(0, urls).Select(static _ => SiloProgram.FreeUrl())];
        _clients = [.. Urls.Select((url, index) => new SiloClient(new Uri(url), () => Task.FromResult(Log(index))))];
        (string Key, string Value)[] all =
        [
            ("Cluster:Provider", "postgres"), ("Storage", "postgres"), ("Postgres", database), ("Gateway:LeaveDelay", "00:00:04"),
            ("Recording", "full"), ("Recording:Folder", Path.Combine(_folder, "history")), .. settings,
        ];
        _settings =
        [
            .. all.Select(setting => KeyValuePair.Create("Marketplace:" + setting.Key, setting.Value)), new("Logging:LogLevel:Default", "Warning"),
            new("Logging:LogLevel:Marketplace.Protocols.Deterministic.Clusters", "Information"),
        ];
    }

    /// <summary>Addresses of the silos, also of those that run no more or not yet.</summary>
    public IReadOnlyList<string> Urls { get; }

    /// <summary>Starts silos.</summary>
    /// <param name="urls">How many there will be in all.</param>
    public static async Task<ClusterOfProcesses> Start(int count, int urls, params (string Key, string Value)[] settings)
    {
        var postgres = await PostgresServer.Start();
        var cluster = new ClusterOfProcesses(postgres, await postgres.CreateDatabase(), urls, settings);
        try
        {
            // All at once: the tables are made by whoever comes first.
            await Task.WhenAll(Enumerable.Range(0, count).Select(cluster.Add).ToList());
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    /// <summary>Starts a silo, and waits until it is ready.</summary>
    public async Task Add(int index)
    {
        var silo = SiloProcess.Start(
            SiloLocator.Find(AppContext.BaseDirectory),
            [new("urls", Urls[index]), .. _settings],
            LogPath(index),
            TimeProvider.System,
            static () => { });
        _silos[index] = silo;
        var since = TimeProvider.System.GetTimestamp();
        while (!await _clients[index].IsReady())
        {
            Assert.True(silo.Death is null, silo.Death);
            Assert.True(
                TimeProvider.System.GetElapsedTime(since) < Patience,
                $"Silo {index} was not ready within {Patience}: {await File.ReadAllTextAsync(LogPath(index))}");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System);
        }
    }

    /// <summary>Stops a silo as a user does.</summary>
    public async Task Stop(int index)
    {
        _silos.Remove(index, out var silo);
        await silo!.DisposeAsync();
    }

    /// <summary>Ends a silo as a crash does.</summary>
    public void Kill(int index) => _silos[index].Kill();

    /// <summary>Asks a silo.</summary>
    public Task<string> Get(int index, string path) => _clients[index].Text(path);

    /// <summary>What a silo wrote.</summary>
    public string Log(int index) => ReadShared(LogPath(index));

    /// <summary>What the silos wrote.</summary>
    public string Logs() => string.Concat(Directory.GetFiles(_folder).Order().Select(file =>
        $"--- {Path.GetFileName(file)}{Environment.NewLine}{ReadShared(file)}"));

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_silos.Values.Select(silo => silo.DisposeAsync().AsTask()));
        await _postgres.DisposeAsync();
        Array.ForEach(_clients, static client => client.Dispose());
        Directory.Delete(_folder, recursive: true);
    }

    private string LogPath(int index) => Path.Combine(_folder, $"silo-{index}.log");

    private static string ReadShared(string file)
    {
        using var reader = new StreamReader(new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd();
    }
}
