using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.EventDelivery;

/// <content>
/// The outbox: an event is stored with the update that it tells of, sent once that is stored, and leaves the outbox when all its consumers
/// have stored its effect. The inbox: forgets what its producer sends no more.
/// </content>
internal sealed partial class Events<TState>
{
    private const int InboxMin = 32;

    private Work? _work;

    /// <summary>Whether events go through an outbox; else they are told by calls.</summary>
    public bool HasOutbox => post.HasOutbox;

    /// <summary>Updates the state, with the events that the update tells of.</summary>
    /// <typeparam name="TArgument">What the update needs.</typeparam>
    /// <typeparam name="TResult">What it answers.</typeparam>
    /// <param name="tx">The transaction.</param>
    /// <param name="argument">Passed to the update.</param>
    /// <param name="update">Changes the state, and posts its events.</param>
    /// <returns>What the update answered; with an outbox, once it is stored.</returns>
    public ValueTask<TResult> Update<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, OutboxWriter, TResult> update) =>
        post.HasOutbox
            ? UpdateStored(tx, argument, update)
            : state.Update(tx, (argument, update), static (s, a) => a.update(s, a.argument, default));

    /// <summary>Delivers what was posted about a subject, in the order in which it was. Without an outbox nothing is to be done.</summary>
    /// <param name="tx">The transaction.</param>
    /// <param name="source">The grain.</param>
    /// <param name="owner">Owner of the events (<see cref="EventId"/>).</param>
    /// <param name="number">Their number.</param>
    /// <returns>When all consumers have stored the effects.</returns>
    /// <exception cref="TimeoutException">They could not be told in time; they are told later.</exception>
    public Task Deliver(TransactionContext tx, EventProducer<TState> source, int owner, int number) =>
        post.HasOutbox ? DeliverPosted(tx.Stored(), source, owner, number) : Task.CompletedTask;

    /// <summary>Tries to deliver all that lies in the outbox.</summary>
    /// <param name="tx">The transaction.</param>
    /// <param name="source">The grain.</param>
    /// <returns>How many rows lay there.</returns>
    public async Task<int> SendAll(TransactionContext tx, EventProducer<TState> source)
    {
        var rows = Kept.Outbox;
        await Task.WhenAll(rows.Select(static row => (row.Name.Owner, row.Name.Number)).Distinct().Select(async subject =>
        {
            try
            {
                await DeliverPosted(tx.Stored(), source, subject.Owner, subject.Number);
            }
            catch (Exception)
            {
                // The watch has it: it is tried again.
            }
        }));
        return rows.Length;
    }

    /// <summary>Tells which events may still be sent.</summary>
    /// <param name="names">Events that this grain has told of.</param>
    /// <returns>Those that lie in the outbox, or would again if the silo died now.</returns>
    public EventNames Unsettled(EventNames names)
    {
        var kept = Kept;
        return new([.. names.Ids.Where(id => kept.Tells(id) || Current.Underway.Values.Any(underway => underway.Row.Tells(id)))]);
    }

    private Work Current => _work ??= new();

    private KeptEvents Kept => state.Inspect(static s => s.Book?.Kept ?? KeptEvents.Empty);

    private async Task DeliverPosted(TransactionContext tx, EventProducer<TState> source, int owner, int number)
    {
        while (Kept.First(owner, number) is { } row)
        {
            if (!Current.Underway.TryGetValue(row.Number, out var underway))
            {
                underway = (row, Send(tx, source, row));
                if (!underway.Sending.IsCompleted)
                {
                    Current.Underway.Add(row.Number, underway);
                }
            }

            await underway.Sending;
        }
    }

    private async Task Send(TransactionContext tx, EventProducer<TState> source, OutboxRow row)
    {
        try
        {
            if (Current.Storing.Exists(numbers => numbers.Contains(row.Number)))
            {
                // Saves end in their order: what was posted before is stored when this is.
                await state.Apply(tx, 0, static (_, _) => { });
            }

            await source.Publish(tx with { Tid = row.Tid, Event = new EventStamp(row.Name, 0, row.Number) }, row);
            var isOut = await UpdateStored(tx, (source, row), static (s, a, outbox) =>
            {
                if (s.Book?.Kept?.Without(a.row) is not { } rest)
                {
                    return false;
                }

                s.Book = s.Book with { Kept = rest };
                a.source.Settle(s, a.row, outbox);
                return true;
            });
            if (isOut)
            {
                await source.Settled(tx with { Tid = row.Tid }, row);
            }
        }
        catch
        {
            post.Watch(row.Name);
            throw;
        }
        finally
        {
            Current.Underway.Remove(row.Number);
        }
    }

    private async ValueTask<TResult> UpdateStored<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, OutboxWriter, TResult> update)
    {
        var posted = new List<int>(1);
        Current.Storing.Add(posted);
        try
        {
            return await state.Update(
                tx.Stored(), (argument, update, posted), static (s, a) => a.update(s, a.argument, new OutboxWriter(s, a.posted)));
        }
        finally
        {
            Current.Storing.Remove(posted);
        }
    }

    // Once in a while for all of them: each costs its producer a look at its outbox.
    private async Task ForgetSettled(TransactionContext tx)
    {
        if (Current.IsForgetting || Kept.Inbox.Count <= Current.InboxMax)
        {
            return;
        }

        Current.IsForgetting = true;
        try
        {
            var settled = await post.Settled(Kept.Older(post.Old));
            if (!settled.IsEmpty)
            {
                await state.Apply(tx, settled, static (s, ids) =>
                    s.Book = s.Book is { Kept: { } kept } book ? book with { Kept = kept.Forget(ids) } : s.Book);
            }
        }
        catch (Exception)
        {
            // A producer did not answer: its events are remembered until it does.
        }
        finally
        {
            (Current.InboxMax, Current.IsForgetting) = (Math.Max(InboxMin, 2 * Kept.Inbox.Count), false);
        }
    }

    // What is going on in this activation; there is none where there is no outbox.
    private sealed class Work
    {
        // Rows that are being sent.
        public Dictionary<int, (OutboxRow Row, Task Sending)> Underway { get; } = [];

        // Numbers of rows by the updates that posted them and are not stored yet.
        public List<List<int>> Storing { get; } = [];

        // How many events to remember before those are looked for that can be forgotten.
        public int InboxMax { get; set; } = InboxMin;

        public bool IsForgetting { get; set; }
    }
}
