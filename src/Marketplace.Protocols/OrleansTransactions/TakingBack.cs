using System.Collections.Concurrent;
using Marketplace.Protocols.Kernel;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Takes back what could not be taken back when its transaction was aborted, until it is: a transaction of Orleans is over with its answer, so
/// nobody tells its grains of the abort again. There is at most what the transactions have emitted that were aborted while that was away.
/// </summary>
internal sealed partial class TakingBack(ProtocolOptions options, TimeProvider time, ILogger<TakingBack> logger) : IHostedService, IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly ConcurrentQueue<CommitAction> _left = new();
    private readonly Lookout _lookout = new(options.Timeout / 4, time);

    /// <summary>One could not be taken back now.</summary>
    public void Add(CommitAction action, Exception failure)
    {
        Failed(logger, action.GetType().Name, failure.Message);
        _left.Enqueue(action);
    }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _lookout.Start(TryAll, static _ => { });
        return Task.CompletedTask;
    }

    // With the silo the rest would be lost, so it waits as long as it may.
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _lookout.Stop();
        await TryAll();
        while (!_left.IsEmpty && !cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(Pause, time, CancellationToken.None);
            await TryAll();
        }

        if (!_left.IsEmpty)
            Lost(logger, _left.Count);
    }

    public void Dispose() => _lookout.Dispose();

    // One after the other: where one fails the others most likely do, and they are to be no load for a server that comes back.
    private async Task TryAll()
    {
        for (var count = _left.Count; count > 0 && _left.TryDequeue(out var action); count--)
        {
            try
            {
                await action.OnAbort();
            }
            catch (Exception)
            {
                // Told when it failed first: an outage is long, and there may be many of them.
                _left.Enqueue(action);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Action} of an aborted transaction can't be taken back yet; it is tried again: {Reason}")]
    private static partial void Failed(ILogger logger, string action, string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "{Actions} actions of aborted transactions were not taken back before the silo stopped.")]
    private static partial void Lost(ILogger logger, int actions);
}
