using Microsoft.Extensions.Logging;

namespace Marketplace.Protocols.Commit;

/// <summary>
/// Tells participants how their transactions ended; those that do not hear of it are told again, with growing pauses, until they have.
/// </summary>
internal sealed partial class Unfinished(ProtocolOptions options, ProtocolMetrics metrics, TimeProvider time, ILogger<Unfinished> logger)
{
    // With pauses that double up to the time-out these last for minutes, longer than any participant can be away.
    private const int AttemptsMax = 60;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);

    /// <summary>Tells participants once.</summary>
    /// <param name="message">The decision.</param>
    /// <param name="participants">Whom.</param>
    /// <returns>Who did not say in time that it has heard; null if all did.</returns>
    public async ValueTask<List<IParticipant>?> TellOnce(ProtocolMessage message, List<IParticipant> participants)
    {
        List<(IParticipant Participant, Task Answer)>? answers = null;
        foreach (var participant in participants)
        {
            var answer = participant.Receive(message);
            if (!answer.IsCompletedSuccessfully)
            {
                (answers ??= []).Add((participant, answer));
            }
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
    /// <param name="message">The decision.</param>
    /// <param name="silent">Who has not heard it; the list is used up.</param>
    /// <param name="began">When the transaction began, a timestamp.</param>
    /// <returns>Whether all have heard it in the end. It never fails.</returns>
    public async Task<bool> Tell(ProtocolMessage message, List<IParticipant> silent, long began)
    {
        var pause = FirstPause;
        for (var attempt = 1; attempt <= AttemptsMax && silent.Count > 0; attempt++)
        {
            await Task.Delay(pause, time);
            pause = pause * 2 < options.Timeout ? pause * 2 : options.Timeout;
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

        if (silent.Count > 0)
        {
            GaveUp(logger, message.Transaction, silent.Count);
            return false;
        }

        var took = time.GetElapsedTime(began);
        metrics.Recovered(took);
        Recovered(logger, message.Transaction, took.TotalMilliseconds);
        return true;
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Transaction {Transaction}: {Count} participants have not heard how it ended: {Reason}")]
    private static partial void StillSilent(ILogger logger, TransactionId transaction, int count, string reason);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Transaction {Transaction}: {Count} participants never heard how it ended; they ask when they are used.")]
    private static partial void GaveUp(ILogger logger, TransactionId transaction, int count);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Transaction {Transaction} was ended by recovery {Milliseconds:0} ms after it began.")]
    private static partial void Recovered(ILogger logger, TransactionId transaction, double milliseconds);
}
