using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Waits, before a silo starts, for the server that keeps the list of its cluster: the two may be started together. After that Orleans
/// itself tries again when the server is away.
/// </summary>
/// <param name="connect">Connects to the server, and makes what it needs there.</param>
/// <param name="settings">Which server, and how long to wait.</param>
internal sealed class OrleansMembershipServer(Func<CancellationToken, Task> connect, ClusterSettings settings, TimeProvider time)
    : IHostedLifecycleService
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <exception cref="SettingException">There is no such server.</exception>
    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        using var patience = new CancellationTokenSource(settings.ConnectTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, patience.Token);
        for (Exception? last = null; ;)
        {
            try
            {
                await connect(either.Token);
                return;
            }
            catch (Exception exception) when (!cancellationToken.IsCancellationRequested)
            {
                // Who gave up in the middle of a try does not say why the tries before it failed.
                last = exception is OperationCanceledException && last is not null ? last : exception;
                if (patience.IsCancellationRequested)
                    throw Failure(last);
            }

            await Task.Delay(Pause, time, cancellationToken);
        }
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private SettingException Failure(Exception reason)
    {
        var text = (reason is OperationCanceledException ? "it does not answer" : reason.Message).ReplaceLineEndings(" ").TrimEnd('.');
        return new SettingException(
            $"The setting Marketplace:Cluster:Provider has the value '{settings.Provider}', and the server in Marketplace:Cluster:Connection could "
            + $"not be used for {settings.ConnectTimeout} (Marketplace:Cluster:ConnectTimeout): {text}.");
    }
}
