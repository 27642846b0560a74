using Marketplace.Protocols.Commit;

namespace Marketplace.Protocols.Kernel;

/// <content>How a transaction gets in: it joins, waits, or is told why it can't.</content>
internal sealed partial class Participant<TState>
{
    // Transactions of other silos whose coordinators are being told. Of their accesses that run beside each other the first joins.
    private readonly Dictionary<TransactionId, Joining> _joining = new(0);

    // Without an await: it goes on, or has to wait, or to join elsewhere.
    private Entry Enter(TransactionContext tx, AccessMode mode)
    {
        var request = new AccessRequest(tx, mode);
        var entry = machine.Enter(request);
        if (machine.HasOutputs)
            Drain();

        if (entry.Verdict != Verdict.Join || tx.Running is not { } running)
            return entry;

        running.Join(_context.GrainId, Self);
        return Admit(request);
    }

    private Entry Admit(in AccessRequest request)
    {
        var entry = machine.Admit(request);
        if (entry.Branch is not { } branch)
            return entry;

        branch.Begin(this);
        AskAfter(branch);
        return entry;
    }

    // A transaction of another silo must not stay for ever if that is gone.
    private void AskAfter(Branch branch)
    {
        if (services.Doubts is { } doubts && services.Coordinator.IsElsewhere(branch.Id))
            doubts.Add(branch, Self);
    }

    private async ValueTask<Entry> EnterLater(Entry entry, TransactionContext tx, AccessMode mode)
    {
        for (var since = 0L; entry.Verdict is not (Verdict.Granted or Verdict.Step); entry = Enter(tx, mode))
        {
            switch (entry.Verdict)
            {
                case Verdict.Wait:
                    since = since == 0 ? BeginWait(entry.Branch!) : since;
                    await Wait(entry.Branch!, since);
                    break;
                case Verdict.Join:
                    await JoinElsewhere(new AccessRequest(tx, mode));
                    break;
                case Verdict.Crowded:
                    await EndDecided();
                    break;
                default:
                    throw Refusal(tx.Id, entry.Verdict, mode);
            }
        }

        return entry;
    }

    private Task<ParticipantAnswer> Acquire(AcquireLock message)
    {
        var request = new AccessRequest(message.Transaction, message.Age, message.Mode, IsDeclared: true);
        var entry = machine.Find(message.Transaction) is null && services.Coordinator.IsOver(message.Transaction)
            ? new Entry(Verdict.Over)
            : Admit(request);
        return entry.Verdict == Verdict.Granted ? Answers.Done : AcquireLater(entry, request);
    }

    private async Task<ParticipantAnswer> AcquireLater(Entry entry, AccessRequest request)
    {
        for (var since = 0L; entry.Verdict != Verdict.Granted; entry = Admit(request))
        {
            if (entry.Verdict != Verdict.Wait)
                throw Refusal(request.Id, entry.Verdict, request.Mode);

            since = since == 0 ? BeginWait(entry.Branch!) : since;
            await Wait(entry.Branch!, since);
        }

        return ParticipantAnswer.Done;
    }

    private Task JoinElsewhere(in AccessRequest request)
    {
        if (!_joining.TryGetValue(request.Id, out var joining))
        {
            _joining.Add(request.Id, joining = new Joining());
            joining.Done = JoinAndAdmit(request, joining);
        }

        return joining.Done;
    }

    private async Task JoinAndAdmit(AccessRequest request, Joining joining)
    {
        try
        {
            await services.Coordinator.JoinElsewhere(request.Id, Self);
        }
        finally
        {
            _joining.Remove(request.Id);
        }

        var verdict = joining.IsOver ? Verdict.Over : Admit(request).Verdict;
        if (verdict is not (Verdict.Granted or Verdict.Wait))
            throw Refusal(request.Id, verdict, request.Mode);
    }

    private long BeginWait(Branch branch)
    {
        if (branch.Waiter is null)
            services.Metrics.Waited();

        return services.Time.GetTimestamp();
    }

    private async ValueTask Wait(Branch branch, long since)
    {
        var waiter = branch.Waiter ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
        var left = services.Options.Timeout - services.Time.GetElapsedTime(since);
        try
        {
            await waiter.Task.WaitAsync(left > TimeSpan.Zero ? left : TimeSpan.Zero, services.Time);
        }
        catch (TimeoutException)
        {
            machine.TimedOut(branch);
            Drain();
            var aborted = new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {branch.Id} waited longer than {services.Options.Timeout} for grain {_context.GrainId}.");
            Fail(branch, aborted);
            await EndDecided();
            throw aborted;
        }
    }

    // Does what the machine says besides its answer.
    private void Drain()
    {
        while (machine.TryTake(out var output))
        {
            switch (output.Kind)
            {
                case OutputKind.Granted:
                    AskAfter(output.Branch);
                    TakeWaiter(output.Branch)?.TrySetResult();
                    break;
                case OutputKind.Committed or OutputKind.Aborted:
                    TakeDecided(output.Branch, output.Kind == OutputKind.Committed);
                    break;
                case OutputKind.Over:
                    Fail(output.Branch, new(AbortCause.ParticipantLost, $"Transaction {output.Branch.Id} is over."));
                    break;
                case OutputKind.Lost:
                    Fail(output.Branch, new(
                        AbortCause.ParticipantLost,
                        $"Grain {_context.GrainId} was deactivated while transaction {output.Branch.Id} waited for it."));
                    break;
            }
        }
    }

    private static void Fail(Branch branch, TransactionAbortedException reason) => TakeWaiter(branch)?.TrySetException(reason);

    private static TaskCompletionSource? TakeWaiter(Branch branch)
    {
        var waiter = branch.Waiter;
        branch.Waiter = null;
        return waiter;
    }

    private Exception Refusal(TransactionId id, Verdict verdict, AccessMode mode) => verdict switch
    {
        Verdict.GiveWay => new TransactionAbortedException(
            AbortCause.Conflict, $"Transaction {id} gave way to an older one at grain {_context.GrainId}."),
        Verdict.Overwritten => new TransactionAbortedException(
            AbortCause.Conflict, $"What transaction {id} has seen of grain {_context.GrainId} was overwritten."),
        Verdict.Unknown => new TransactionAbortedException(
            AbortCause.ParticipantLost,
            $"Grain {_context.GrainId} has forgotten its part of transaction {id}, or the transaction did not declare it."),
        Verdict.Undeclared => new InvalidOperationException($"Transaction {id} has not declared to {mode} grain {_context.GrainId}."),
        Verdict.Foreign => new InvalidOperationException(
            $"Grain {_context.GrainId} was called from another silo, which this protocol cannot do."),
        _ => new TransactionAbortedException(AbortCause.ParticipantLost, $"Transaction {id} is over; grain {_context.GrainId} is too late."),
    };

    // An abort that comes meanwhile finds nothing else to end here.
    private sealed class Joining
    {
        public Task Done { get; set; } = null!;

        public bool IsOver { get; set; }
    }
}
