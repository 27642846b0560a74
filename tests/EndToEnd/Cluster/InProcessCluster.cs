using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>Silos within the test's process; several of them are a cluster.</summary>
/// <param name="configure">Changes the services of each silo.</param>
/// <param name="settings">Of the Marketplace section: "Recording=full".</param>
internal sealed class InProcessCluster(Action<IServiceCollection> configure, params string[] settings) : IAsyncDisposable
{
    // Silos of one process have one fate: a pause of it must not make one declare the other dead.
    private const string Patient = "Cluster:FailureTimeout=00:05:00";

    private readonly Dictionary<int, InProcessSilo> _silos = [];

    public InProcessSilo this[int index] => _silos[index];

    public IEnumerable<string> Urls => _silos.Values.Select(static silo => silo.Url.ToString());

    /// <summary>Starts silos; the list of several is in the memory of the first one.</summary>
    public static async Task<InProcessCluster> Start(
        int count, Action<IServiceCollection> configure, string[] settings, CancellationToken cancellationToken)
    {
        var cluster = new InProcessCluster(configure, settings);
        var port = LoopbackPort.Free();
        try
        {
            for (var i = 0; i < count; i++)
            {
                string[] membership = count == 1
                    ? []
                    :
                    [
                        "Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", $"Cluster:SiloPort={(i == 0 ? port : 0)}",
                        Patient, "Gateway:LeaveDelay=00:00:00",
                    ];
                await cluster.Start(i, [], membership, cancellationToken);
            }
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    /// <summary>Starts a silo of a cluster whose list is in a database, as are its states.</summary>
    /// <param name="url">Its address.</param>
    public Task Join(int index, string url, string database, CancellationToken cancellationToken) =>
        Start(index, ["--urls", url, .. InProcessSilo.On(database)], ["Cluster:Provider=postgres", Patient], cancellationToken);

    /// <summary>Stops a silo as a user does, and forgets it.</summary>
    public async Task Stop(int index)
    {
        _silos.Remove(index, out var silo);
        await silo!.DisposeAsync();
    }

    /// <summary>What the silos wrote.</summary>
    public string Logs() =>
        string.Join(Environment.NewLine, _silos.Select(static silo => $"--- silo {silo.Key}{Environment.NewLine}{silo.Value.Log}"));

    public async ValueTask DisposeAsync()
    {
        foreach (var silo in _silos.OrderByDescending(static silo => silo.Key))
            await silo.Value.DisposeAsync();
    }

    private async Task Start(int index, string[] arguments, string[] membership, CancellationToken cancellationToken) =>
        _silos.Add(index, await InProcessSilo.Start(
            configure,
            ["--Logging:LogLevel:Default=Error", .. arguments, .. membership.Concat(settings).Select(static setting => $"--Marketplace:{setting}")],
            cancellationToken));
}
