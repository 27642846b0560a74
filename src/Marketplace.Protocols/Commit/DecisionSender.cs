using Microsoft.Extensions.Logging;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// Tells participants how their transactions ended; those that do not hear of it are told again, with growing pauses, until they have.
/// </summary>
internal sealed partial class DecisionSender(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time, ILogger<DecisionSender> logger)
    : IDisposable
{
    // Of an abort: whoever asks later is told that nobody knows the transaction, which means the same. What is committed is told for ever.
    private const int AttemptsMax = 60;

    // How many time-outs a client waits for what others have to hear.
    private const int Patience = 12;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);

    private readonly CancellationTokenSource _disposed = new();

    /// <summary>Tells participants once.</summary>
    /// <returns>Who did not say in time that it has heard; null if all did.</returns>
    public async ValueTask<List<IParticipant>?> SendOnce(ProtocolMessage message, List<IParticipant> participants)
    {
        List<(IParticipant Participant, Task Answer)>? answers = null;
        foreach (var participant in participants)
        {
            var answer = participant.Receive(message);
            if (!answer.IsCompletedSuccessfully)
                (answers ??= []).Add((participant, answer));
        }

        List<IParticipant>? silent = null;
        foreach (var (participant, answer) in answers ?? [])
        {
            try
            {
                await answer.WaitAsync(options.Timeout, time);
            }
            catch (Exception)
            {
                (silent ??= []).Add(participant);
            }
        }

        return silent;
    }

    /// <summary>Tells participants until they have heard.</summary>
    /// <param name="silent">Who has not heard it; the list is used up.</param>
    /// <param name="began">When the transaction began, a timestamp.</param>
    /// <param name="mayGiveUp">Whether it does no harm if one never hears it: nothing is kept for the transaction anywhere.</param>
    /// <returns>Whether all have heard it in the end; if not, it was given up, or the silo has stopped. It never fails.</returns>
    public async Task<bool> Send(ProtocolMessage message, List<IParticipant> silent, long began, bool mayGiveUp)
    {
        var pause = FirstPause;
        for (var attempt = 1; silent.Count > 0; attempt++)
        {
            if ((mayGiveUp && attempt > AttemptsMax) || !await Pause(pause))
            {
                GaveUp(logger, message.Transaction, silent.Count);
                return false;
            }

            if (attempt == AttemptsMax && !mayGiveUp)
                StillTold(logger, message.Transaction, silent.Count, time.GetElapsedTime(began).TotalSeconds);

            pause = pause.DoubledUpTo(options.Timeout);
            for (var i = silent.Count - 1; i >= 0; i--)
            {
                try
                {
                    await silent[i].Receive(message).WaitAsync(options.Timeout, time);
                    silent.RemoveAt(i);
                }
                catch (Exception exception)
                {
                    StillSilent(logger, message.Transaction, silent.Count, exception.Message);
                }
            }
        }

        var took = time.GetElapsedTime(began);
        metrics.Recovered(took);
        Recovered(logger, message.Transaction, took.TotalMilliseconds);
        return true;
    }

    /// <summary>Tells participants until all have heard: who does not answer is told again until it does.</summary>
    /// <param name="began">When the transaction began, a timestamp.</param>
    /// <exception cref="TimeoutException">The silo stopped before.</exception>
    public async Task SendUntilHeard(ProtocolMessage message, List<IParticipant> participants, long began)
    {
        if (await SendOnce(message, participants) is { } silent && !await Send(message, silent, began, mayGiveUp: false))
            throw new TimeoutException($"The silo stopped before all grains heard how transaction {message.Transaction} ended.");
    }

    /// <summary>Lets a client wait for participants that are told until they have heard; not for as long as that may take.</summary>
    /// <param name="heard">Ends when they have heard.</param>
    /// <returns>When they have.</returns>
    /// <exception cref="TimeoutException">They have not, for a long time. They are told further.</exception>
    public Task Await(TransactionId transaction, Task heard) => heard.IsCompleted ? heard : AwaitPatiently(transaction, heard);

    public void Dispose()
    {
        _disposed.Cancel();
        _disposed.Dispose();
    }

    private async Task AwaitPatiently(TransactionId transaction, Task heard)
    {
        try
        {
            await heard.WaitAsync(options.Timeout * Patience, time);
        }
        catch (TimeoutException exception) when (!heard.IsCompleted)
        {
            throw new TimeoutException(
                $"Transaction {transaction} has ended, and not all of its grains have heard how after {options.Timeout * Patience}; they will.",
                exception);
        }
    }

    private async ValueTask<bool> Pause(TimeSpan pause)
    {
        try
        {
            await Task.Delay(pause, time, _disposed.Token);
            return true;
        }
        catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
        {
            return false;
        }
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Transaction {Transaction}: {Count} participants have not heard how it ended: {Reason}")]
    private static partial void StillSilent(ILogger logger, TransactionId transaction, int count, string reason);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Transaction {Transaction}: {Count} participants never heard how it ended; they ask when they are used.")]
    private static partial void GaveUp(ILogger logger, TransactionId transaction, int count);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Transaction {Transaction}: {Count} participants have not heard for {Seconds:0} s how it ended; they are told until they have.")]
    private static partial void StillTold(ILogger logger, TransactionId transaction, int count, double seconds);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Transaction {Transaction} was ended by recovery {Milliseconds:0} ms after it began.")]
    private static partial void Recovered(ILogger logger, TransactionId transaction, double milliseconds);
}
