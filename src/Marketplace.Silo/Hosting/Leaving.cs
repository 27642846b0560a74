using Marketplace.Silo.Receipts;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Hosting;

/// <summary>
/// Lets a silo that was told to stop take requests for a while longer (setting Gateway:LeaveDelay): from the first moment it says that
/// it is not ready, and asks each client to close its connection, so that none is left when the server stops listening. What it has
/// accepted ends before that, while its results can still be collected.
/// </summary>
internal sealed class Leaving(
    GatewaySettings settings,
    IHostApplicationLifetime lifetime,
    TimeProvider time,
    ReceiptedTransactions? accepted = null) : IHostedLifecycleService
{
    /// <summary>Adds `Connection: close` to the answers of a silo that leaves.</summary>
    /// <returns>When it is answered.</returns>
    public Task Answer(HttpContext context, RequestDelegate next)
    {
        if (lifetime.ApplicationStopping.IsCancellationRequested)
            context.Response.Headers.Connection = "close";

        return next(context);
    }

    public async Task StoppingAsync(CancellationToken cancellationToken)
    {
        // A host that is stopped by a call, not by a signal, says so only after this.
        lifetime.StopApplication();
        if (settings.LeaveDelay > TimeSpan.Zero)
            await Task.Delay(settings.LeaveDelay, time, cancellationToken);

        if (accepted is not null)
            await accepted.Finish(settings.StopTimeout, cancellationToken);
    }

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
