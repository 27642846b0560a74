using Marketplace.Grains.Recording;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Delivers events at the level that the silo was told. One a silo.</summary>
internal sealed class OutboxDispatcher(
    DeliveryOptions options, Journal journal, EventProducers producers, OutboxWatch watch, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly Random _random = new(options.Seed);
    private readonly Inbox? _inbox = options is { Level: DeliveryLevel.ExactlyOnce, InTransactions: true } ? new(options.Validity) : null;

    /// <summary>Whether an event is a call and nothing else.</summary>
    public bool IsDirect { get; } = options.Level == DeliveryLevel.AtMostOnce && !journal.IsKept;

    /// <summary>Whether events go through an outbox.</summary>
    public bool HasOutbox { get; } = options.HasOutbox;

    /// <summary>Whether consumers recognise repeats without an outbox, within the transactions that deliver events.</summary>
    public bool HasInbox => _inbox is not null;

    /// <summary>Before that calls were made of which none is likely to be under way, UTC ticks.</summary>
    public long Old => time.GetUtcNow().Ticks - options.Grace.Ticks;

    /// <summary>Keeps what becomes of events.</summary>
    public Journal Journal => journal;

    /// <summary>Delivers an event.</summary>
    /// <param name="isRepeatable">Whether the event may take effect twice if the level allows it.</param>
    /// <returns>When it is delivered, as far as the level goes.</returns>
    public Task Send<TArgument>(
        TransactionContext tx, EventId id, TArgument argument, Func<TransactionContext, TArgument, Task> call, bool isRepeatable) =>
        options.Level == DeliveryLevel.AtMostOnce ? call(Stamped(tx, id), argument)
        : options.InTransactions ? SendOrAbort(tx, id, argument, call)
        : isRepeatable || HasOutbox ? Repeat(tx, id, argument, call)
        : call(Stamped(tx, id), argument);

    /// <summary>An event has arrived; its effect follows in the same update of the state.</summary>
    public Arrival Arrive(IEventState state, EventStamp stamp)
    {
        var book = state.Book ?? DeliveryState.Empty;
        var number = book.Arrivals + 1;
        if (HasOutbox)
        {
            var (kept, effect) = (book.Kept ?? KeptEvents.Empty).Hear(stamp, number);
            state.Book = book with { Arrivals = number, Kept = kept };
            return new(number, effect);
        }

        if (_inbox is null)
        {
            state.Book = book with { Arrivals = number };
            return new(number, number);
        }

        (state.Book, var stage) = _inbox.Receive(book, stamp, time.GetUtcNow().Ticks);
        return new(number, stage == EventStage.Applied ? number : 0);
    }

    /// <summary>Events of a grain could not be delivered: they are sent again later.</summary>
    public void Watch(EventId name) => watch.Add(name);

    /// <summary>Asks the producers of events which of them they send no more.</summary>
    /// <returns>Those that all their consumers have.</returns>
    public async Task<ImmutableArray<EventId>> Settled(ImmutableArray<EventId> ids)
    {
        var settled = await Task.WhenAll(ids.GroupBy(producers.Of).Select(async some =>
        {
            var names = new EventNames([.. some]);
            return names.Ids.RemoveRange((await some.Key.Unsettled(names)).Ids);
        }));
        return [.. settled.SelectMany(static some => some)];
    }

    private TransactionContext Stamped(TransactionContext tx, EventId id) =>
        tx with { Event = new EventStamp(id, time.GetUtcNow().Ticks, tx.Id.Number) };

    // The transaction is run again, and its events with it.
    private async Task SendOrAbort<TArgument>(
        TransactionContext tx, EventId id, TArgument argument, Func<TransactionContext, TArgument, Task> call)
    {
        try
        {
            await call(Stamped(tx, id), argument);
        }
        catch (Exception exception) when (exception is not
            (TransactionAbortedException or StorageUnavailableException or StorageConflictException or OperationCanceledException))
        {
            throw new TransactionAbortedException(AbortCause.ParticipantLost, $"{id} could not be delivered: {exception.Message}", exception);
        }
    }

    private async Task Repeat<TArgument>(
        TransactionContext tx, EventId id, TArgument argument, Func<TransactionContext, TArgument, Task> call)
    {
        var began = time.GetTimestamp();
        for (var attempt = 0; ; attempt++)
        {
            TimeSpan pause;
            try
            {
                var delivered = call(Stamped(tx, id), argument);
                await (delivered.IsCompleted ? delivered : delivered.WaitAsync(options.AttemptTimeout, time));
                return;
            }
            catch (Exception exception)
            {
                pause = Pause(attempt);
                if (time.GetElapsedTime(began) + pause > options.Timeout)
                    throw new TimeoutException($"{id} was not delivered in {attempt + 1} attempts: {exception.Message}", exception);
            }

            await Task.Delay(pause, time);
        }
    }

    private TimeSpan Pause(int attempt)
    {
        const int DoublingsMax = 10;
        var longest = options.FirstPause * (1 << Math.Min(attempt, DoublingsMax));
        lock (_lock)
        {
            return (longest < options.PauseMax ? longest : options.PauseMax) * (0.5 + (0.5 * _random.NextDouble()));
        }
    }
}

/// <summary>An event has arrived.</summary>
/// <param name="Number">Place among the arrivals at this consumer, from 1.</param>
/// <param name="Effect">Number of the arrival that had the effect: this one, unless it is a repeat; 0 if that is not known any more.</param>
internal readonly record struct Arrival(int Number, int Effect)
{
    /// <summary>Whether it has an effect.</summary>
    public bool IsNew => Number == Effect;
}
