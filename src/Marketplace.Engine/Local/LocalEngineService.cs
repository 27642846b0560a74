using Microsoft.Extensions.Hosting;

namespace Marketplace.Engine.Local;

/// <summary>Ties the engine to the host: built at start, so that a wrong setting shows then; drained at stop.</summary>
internal sealed class LocalEngineService(LocalEngine engine) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => engine.StopAsync(cancellationToken);
}
