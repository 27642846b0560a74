using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Orleans;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// What grains of this silo have promised to transactions of other silos. Who does not hear within some time how such a transaction ended asks, so
/// that a coordinator that is gone leaves nothing undecided, whether or not anybody waits for it.
/// </summary>
internal sealed class Doubts(ProtocolOptions options, TimeProvider time) : IHostedService, IDisposable
{
    private readonly ConcurrentDictionary<Branch, (IParticipant Participant, long Since)> _open = new();
    private readonly CancellationTokenSource _stopped = new();
    private Task _loop = Task.CompletedTask;

    private TimeSpan Period => options.Timeout / 2;

    /// <summary>A grain has promised to commit.</summary>
    public void Add(Branch branch, IParticipant participant) => _open[branch] = (participant, time.GetTimestamp());

    /// <summary>It knows how it ended.</summary>
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
            await Task.Delay(Period, time, _stopped.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var late = _open.Where(open => time.GetElapsedTime(open.Value.Since) >= Period);
            await Task.WhenAll(late.Select(open => Ask(open.Key, open.Value.Participant)));
        }
    }

    private async Task Ask(Branch branch, IParticipant participant)
    {
        try
        {
            if (await participant.Receive(new ResolveDoubt(branch.Id)).WaitAsync(options.Timeout, time) == ParticipantAnswer.Refused)
                Remove(branch);
        }
        catch (Exception)
        {
            // It is asked again.
        }
    }
}

/// <summary>Has a grain ask how a transaction ended that it promised to commit.</summary>
[GenerateSerializer, Immutable]
internal sealed record ResolveDoubt(TransactionId Transaction) : ProtocolMessage(Transaction);
