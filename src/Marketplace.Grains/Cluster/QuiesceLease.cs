using System.Collections.Concurrent;

namespace Marketplace.Grains.Cluster;

/// <summary>
/// Quiesces a silo for other silos, and resumes it by itself when one of them has ended that without reaching this silo, or is gone: every
/// second it asks whether it lasts.
/// </summary>
/// <param name="self">The silo that is quiesced.</param>
/// <param name="lasts">Whether the silo of a token still quiesces this one. An answer that does not come within a second counts as a yes.</param>
/// <param name="stopped">Cancelled when this silo has stopped: from then on nobody would answer, and nothing is to be resumed.</param>
internal sealed class QuiesceLease(ISilo self, Func<QuiesceToken, Task<bool>> lasts, TimeProvider time, CancellationToken stopped)
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly ConcurrentDictionary<QuiesceToken, Task<string?>> _tokens = new();

    /// <summary>Quiesces the silo; waits a second at most, and is asked again until it is decided.</summary>
    /// <returns>Whether it is decided, and why it can't be quiesced; null if it is.</returns>
    public async Task<(bool IsDecided, string? Refusal)> Quiesce(QuiesceToken token)
    {
        var quiescing = _tokens.GetOrAdd(token, Begin);
        await Task.WhenAny(quiescing, Task.Delay(Period, time));
        if (!quiescing.IsCompleted)
            return (false, null);

        var refusal = await quiescing;
        if (refusal is not null)
            _tokens.TryRemove(token, out _);

        return (true, refusal);
    }

    /// <summary>Lets operations begin again. Does nothing if the silo is not quiesced for that token.</summary>
    public Task Resume(QuiesceToken token)
    {
        _tokens.TryRemove(token, out _);
        return self.Resume(token);
    }

    private Task<string?> Begin(QuiesceToken token)
    {
        var quiescing = self.Quiesce(token);
        _ = EndAfter(token, quiescing);
        return quiescing;
    }

    private async Task EndAfter(QuiesceToken token, Task quiescing)
    {
        do
        {
            await Task.Delay(Period, time, stopped).Ended();
            if (stopped.IsCancellationRequested)
                return;
        }
        while (_tokens.ContainsKey(token) && await Lasts(token));
        await Resume(token);

        // While it waited for operations, or for another silo's turn, there was little to resume; what it closed since is opened here.
        await quiescing.Ended();
        await Resume(token);
    }

    // A call to a silo that is about to go may be lost, and would hold up everything for the time-out of calls.
    private async Task<bool> Lasts(QuiesceToken token)
    {
        try
        {
            return await lasts(token).WaitAsync(Period, time);
        }
        catch (TimeoutException)
        {
            return true;
        }
    }
}
