namespace Marketplace.Protocols.Kernel;

/// <summary>Looks for something at once and from time to time, until it is stopped.</summary>
/// <param name="period">How long it pauses after each look.</param>
internal sealed class Lookout(TimeSpan period, TimeProvider time) : IDisposable
{
    private readonly CancellationTokenSource _stopped = new();
    private Task _loop = Task.CompletedTask;

    /// <summary>Ends what is under way.</summary>
    public CancellationToken Stopped => _stopped.Token;

    /// <summary>Begins.</summary>
    /// <param name="failed">Told why a look has failed; the next one tries it again.</param>
    public void Start(Func<Task> look, Action<string> failed) => _loop = Run(look, failed);

    /// <summary>Ends when the look that is under way has ended.</summary>
    public async Task Stop()
    {
        await _stopped.CancelAsync();
        await _loop;
    }

    public void Dispose() => _stopped.Dispose();

    private async Task Run(Func<Task> look, Action<string> failed)
    {
        while (!_stopped.IsCancellationRequested)
        {
            try
            {
                await look();
            }
            catch (Exception exception) when (!_stopped.IsCancellationRequested)
            {
                failed(exception.Message);
            }
            catch (Exception)
            {
                return;
            }

            await Task.Delay(period, time, _stopped.Token).Ended();
        }
    }
}
