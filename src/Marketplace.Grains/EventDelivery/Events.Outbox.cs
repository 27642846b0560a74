namespace Marketplace.Grains.EventDelivery;

/// <content>
/// The outbox: an event is stored with the update that it tells of, sent once that is stored, and leaves the outbox when all its consumers
/// have stored its effect. The inbox: forgets what its producer sends no more.
/// </content>
internal sealed partial class Events<TState>
{
    private const int InboxMin = 32;

    private Work? _work;

    /// <summary>Updates the state, with the events that the update tells of.</summary>
    /// <param name="update">Changes the state, and posts its events.</param>
    /// <param name="emit">Makes what is done when the transaction commits of what the update answered; null if nothing ever is.</param>
    /// <returns>What the update answered; with an outbox, once it is stored.</returns>
    public ValueTask<TResult> Update<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, OutboxWriter, TResult> update,
        Func<TArgument, TResult, CommitAction?>? emit = null) =>
        post.HasOutbox
            ? emit is null ? UpdateStored(tx, argument, update) : UpdateStoredAndEmit(tx, argument, update, emit)
            : emit is null
                ? state.Update(tx, (argument, update), static (s, a) => a.update(s, a.argument, default))
                : state.UpdateAndEmit(
                    tx,
                    (argument, update, emit),
                    static (s, a) => a.update(s, a.argument, default),
                    static (a, result) => a.emit(a.argument, result));

    /// <summary>
    /// Tells all consumers of an event that an update has posted: by calls, or from the outbox, with what lies there before it about the same.
    /// </summary>
    /// <param name="told">The event; null if there is none.</param>
    /// <returns>When it is told, as far as the level goes; from an outbox, when all consumers have stored the effects.</returns>
    /// <exception cref="TimeoutException">It could not be told in time; with an outbox it is told later.</exception>
    public Task Tell(TransactionContext tx, EventProducer<TState> source, OutboxRow? told) =>
        told is null ? Task.CompletedTask
        : post.HasOutbox ? DeliverPosted(tx.Stored(), source, told.Name.Owner, told.Name.Number)
        : source.HasSequel(told) ? TellOn(tx, source, told)
        : source.Publish(tx, told);

    /// <summary>
    /// Acts on an event that has arrived, and tells of another one, which all its consumers have before anybody tells them of what comes after
    /// the effect.
    /// </summary>
    /// <returns>When it is done, and told.</returns>
    public async Task ReceiveAndTell<TArgument>(
        TransactionContext tx, EventProducer<TState> source, OutboxRow told, TArgument argument, Action<TState, TArgument> effect)
    {
        if (post.HasInbox)
        {
            // Nobody comes between the two before the transaction has ended; and of a repeat nothing is told.
            if (await Receive(tx, (argument, effect), static (s, a) =>
                {
                    a.effect(s, a.argument);
                    return true;
                }))
            {
                await source.Publish(tx, told);
            }

            return;
        }

        if (!post.HasOutbox)
        {
            await source.Publish(tx, told);
            await Receive(tx, argument, effect);
            return;
        }

        // What comes after waits in the outbox for this.
        await Receive(tx, (argument, told, effect), static (s, a, outbox) =>
        {
            outbox.Post(a.told);
            a.effect(s, a.argument);
            return true;
        });
        await Tell(tx, source, told);
    }

    /// <summary>Tries to deliver all that lies in the outbox.</summary>
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
    /// <returns>Those that lie in the outbox, or would again if the silo died now.</returns>
    public EventNames Unsettled(EventNames names)
    {
        var kept = Kept;
        return new([.. names.Ids.Where(id => kept.Tells(id) || Current.Underway.Values.Any(underway => underway.Row.Tells(id)))]);
    }

    private Work Current => _work ??= new();
    private KeptEvents Kept => state.Inspect(static s => s.Book?.Kept ?? KeptEvents.Empty);

    // Without an outbox: one event after the other, each when what the one before it brings about is in the state.
    private async Task TellOn(TransactionContext tx, EventProducer<TState> source, OutboxRow told)
    {
        for (OutboxRow? next = told; next is not null;)
        {
            var row = next;
            await source.Publish(tx, row);
            next = source.HasSequel(row) ? await state.Update(tx, (source, row), static (s, a) => a.source.Sequel(s, a.row)) : null;
            await source.Finish(tx, row);
        }
    }

    private async Task DeliverPosted(TransactionContext tx, EventProducer<TState> source, int owner, int number)
    {
        while (Kept.First(owner, number) is { } row)
        {
            if (!Current.Underway.TryGetValue(row.Number, out var underway))
            {
                underway = (row, Send(tx, source, row));
                if (!underway.Sending.IsCompleted)
                    Current.Underway.Add(row.Number, underway);
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
                    return false;

                s.Book = s.Book with { Kept = rest };
                outbox.Post(a.source.Sequel(s, a.row));
                return true;
            });
            if (isOut)
                await source.Finish(tx with { Tid = row.Tid }, row);
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

    private async ValueTask<TResult> UpdateStoredAndEmit<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, OutboxWriter, TResult> update,
        Func<TArgument, TResult, CommitAction?> emit)
    {
        var result = await UpdateStored(tx, argument, update);
        if (emit(argument, result) is { } action)
            await state.OnCommit(tx, action);

        return result;
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
            return;

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
