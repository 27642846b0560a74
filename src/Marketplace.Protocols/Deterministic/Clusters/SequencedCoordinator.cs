using Marketplace.Protocols.Commit;
using Microsoft.Extensions.Logging;
using Orleans;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>Two-phase commit of transactions that have a place in the order of the cluster, which they give back at their end.</summary>
internal sealed partial class SequencedCoordinator(
    Coordinator coordinator,
    IGrainFactory grains,
    ProtocolOptions options,
    TimeProvider time,
    ILogger<SequencedCoordinator> logger) : ITransactionManager
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);

    private ISequencer? _sequencer;

    private ISequencer Sequencer => _sequencer ??= grains.GetGrain<ISequencer>(ISequencer.Key);

    public RunningTransaction Begin() => coordinator.Begin();

    /// <summary>Takes a place, or more of it.</summary>
    /// <returns>When the transaction may go on.</returns>
    /// <exception cref="TransactionAbortedException">It waited too long, or the sequencer did not answer.</exception>
    public async Task Enter(RunningTransaction running, AccessSet accesses)
    {
        var transaction = running.Id;
        try
        {
            // The sequencer ends the wait by itself; twice its time means that the message or its answer was lost.
            await Sequencer.Enter(transaction, accesses).WaitAsync(2 * options.Timeout, time);
            running.Place(accesses);
        }
        catch (Exception exception) when (exception is not TransactionAbortedException)
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost, $"The sequencer did not answer transaction {transaction}: {exception.Message}", exception);
        }
    }

    public async ValueTask<TransactionAbortedException?> Commit(RunningTransaction running)
    {
        try
        {
            return await coordinator.Commit(running);
        }
        finally
        {
            _ = Leave(running.Id);
        }
    }

    public async Task Abort(RunningTransaction running, AbortCause cause)
    {
        try
        {
            await coordinator.Abort(running, cause);
        }
        finally
        {
            _ = Leave(running.Id);
        }
    }

    // Nobody waits for it. A sequencer that is lost has a successor, which may know of the transaction; at last the place expires.
    private async Task Leave(TransactionId transaction)
    {
        var since = time.GetTimestamp();
        for (var pause = FirstPause; ; pause *= 2)
        {
            try
            {
                await Sequencer.Leave(transaction).WaitAsync(options.Timeout, time);
                return;
            }
            catch (Exception exception) when (time.GetElapsedTime(since) > options.Timeout)
            {
                NotHeard(logger, transaction, exception.Message);
                return;
            }
            catch (Exception)
            {
                await Task.Delay(pause, time);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The sequencer did not hear that transaction {Transaction} is over: {Reason}")]
    private static partial void NotHeard(ILogger logger, TransactionId transaction, string reason);
}
