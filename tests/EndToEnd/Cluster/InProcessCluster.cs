using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>Silos within the test's process; several of them are a cluster, whose list is in the memory of the first one.</summary>
internal sealed class InProcessCluster : IAsyncDisposable
{
    private readonly List<InProcessSilo> _silos = [];

    private InProcessCluster()
    {
    }

    public InProcessSilo this[int index] => _silos[index];

    public IEnumerable<string> Urls => _silos.Select(static silo => silo.Url.ToString());

    /// <summary>Starts silos.</summary>
    /// <param name="settings">Of the Marketplace section: "Recording=full".</param>
    public static async Task<InProcessCluster> Start(
        int count, Action<IServiceCollection> configure, string[] settings, CancellationToken cancellationToken)
    {
        var cluster = new InProcessCluster();
        var port = LoopbackPort.Free();
        try
        {
            for (var i = 0; i < count; i++)
            {
                // Silos of one process have one fate: a pause of it must not make one declare the other dead.
                string[] membership = count == 1
                    ? []
                    :
                    [
                        "Cluster:Provider=localhost", $"Cluster:Primary=127.0.0.1:{port}", $"Cluster:SiloPort={(i == 0 ? port : 0)}",
                        "Cluster:FailureTimeout=00:05:00", "Gateway:LeaveDelay=00:00:00",
                    ];
                cluster._silos.Add(await InProcessSilo.Start(
                    configure,
                    ["--Logging:LogLevel:Default=Error", .. membership.Concat(settings).Select(static setting => $"--Marketplace:{setting}")],
                    cancellationToken));
            }
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        return cluster;
    }

    public async ValueTask DisposeAsync()
    {
        for (var i = _silos.Count - 1; i >= 0; i--)
            await _silos[i].DisposeAsync();
    }
}
