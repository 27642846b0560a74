using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// What grains of this silo hold for transactions of other silos. Who does not hear within some time how such a transaction ended asks, so that a
/// coordinator that is gone leaves nothing locked or undecided, whether or not anybody waits for it.
/// </summary>
internal sealed class Doubts(ProtocolOptions options, TimeProvider time) : IHostedService, IDisposable
{
    private readonly ConcurrentDictionary<Branch, (IParticipant Participant, long Since, long Number)> _open = new();
    private readonly CancellationTokenSource _stopped = new();
    private Task _loop = Task.CompletedTask;
    private long _number;

    private TimeSpan Period => options.Timeout / 2;

    /// <summary>A transaction of another silo has come to a grain, or is let in there after it had to wait.</summary>
    public void Add(Branch branch, IParticipant participant) =>
        _open[branch] = (participant, time.GetTimestamp(), Interlocked.Increment(ref _number));

    /// <summary>It is over there.</summary>
    public void Remove(Branch branch) => _open.TryRemove(branch, out _);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _loop = Run();
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopped.CancelAsync();
        await _loop;
    }

    public void Dispose() => _stopped.Dispose();

    private async Task Run()
    {
        while (!_stopped.IsCancellationRequested)
        {
            await Task.Delay(Period, time, _stopped.Token).Ended();

            // In the order in which they came, so that a run on a simulated scheduler repeats.
            var late = _open.Where(open => time.GetElapsedTime(open.Value.Since) >= Period).OrderBy(static open => open.Value.Number);
            await Task.WhenAll(late.Select(Ask));
        }
    }

    private async Task Ask(KeyValuePair<Branch, (IParticipant Participant, long Since, long Number)> open)
    {
        try
        {
            // Who only waits is not known there yet. If it was let in since it was asked, it is another entry.
            var question = open.Value.Participant.Receive(new ResolveDoubt(open.Key.Id));
            if (await question.WaitAsync(options.Timeout, time) == ParticipantAnswer.Refused && open.Key.Waiter is null)
                _open.TryRemove(open);
        }
        catch (Exception)
        {
            // It is asked again.
        }
    }
}

/// <summary>Has a grain ask what has become of a transaction.</summary>
[GenerateSerializer, Immutable]
internal sealed record ResolveDoubt(TransactionId Transaction) : ProtocolMessage(Transaction);
