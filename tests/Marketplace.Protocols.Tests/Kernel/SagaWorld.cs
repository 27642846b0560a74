using System.Globalization;
using System.Text;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Saga;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>
/// Sagas on grains with real machines. An access either replaces what a grain holds, on which nobody may build until the saga is over, or adds to a
/// sum, which goes well beside others. A saga may fail instead of ending well, and is then compensated, grain by grain.
/// </summary>
internal sealed class SagaWorld : IWorld
{
    private readonly SagaWaits _waits = new();
    private readonly Grain[] _grains;
    private readonly Transaction[] _transactions;
    private Faults _faults;

    public SagaWorld(Script[] scripts, Faults faults)
    {
        _faults = faults;
        _grains = [.. Enumerable.Range(0, 3).Select(_ => new Grain(new SagaMachine(_waits)))];
        _transactions = [.. scripts.Select(static (script, i) => new Transaction(i, script))];
    }

    public IReadOnlyList<string> Choices
    {
        get
        {
            var choices = new List<string>();
            foreach (var t in _transactions)
                choices.AddRange(ChoicesOf(t).Select(choice => $"{choice} {t.Number} 0"));

            if (_faults.HasFlag(Faults.LostActivation) && choices.Count > 0)
                choices.AddRange(["lost 0 0", "lost 0 1", "lost 0 2"]);

            return choices;
        }
    }

    public string State
    {
        get
        {
            var text = new StringBuilder(256);
            text.Append((int)_faults);
            foreach (var grain in _grains)
            {
                text.Append('|').Append(grain.State).Append('/').AppendJoin(' ', grain.Letters);
                foreach (var branch in grain.Machine.Branches.Cast<SagaBranch>())
                {
                    text.Append(CultureInfo.InvariantCulture, $"/{branch.Id.Number} {branch.Step?.Before} {branch.Step?.After}");
                    text.Append(CultureInfo.InvariantCulture, $" {branch.StoredStep?.After} {branch.CommitActions?.Count}");
                }
            }

            foreach (var t in _transactions)
            {
                text.Append(CultureInfo.InvariantCulture, $"|{t.Step}{t.Phase}{t.Saga.Outcome}{t.Saga.IsOver}{t.WaitsFor?.Number}{t.Late}/{t.Met}/");
                text.AppendJoin(' ', t.ToCompensate).Append('/').AppendJoin(' ', t.ToTell);
            }

            return text.ToString();
        }
    }

    public void Do(string choice)
    {
        var words = choice.Split(' ');
        var t = _transactions[int.Parse(words[1], CultureInfo.InvariantCulture)];
        switch (words[0])
        {
            case "access":
                Access(t);
                break;
            case "late":
                (t.Late, _) = (null, TryStep(t, t.Late!.Value));
                break;
            case "lose-access":
                (t.Late, _faults) = (t.Script.Accesses[t.Step], Faults.None);
                Abort(t);
                break;
            case "time-out":
                _faults = Faults.None;
                Abort(t);
                break;
            case "commit":
                Commit(t);
                break;
            case "fail":
                Abort(t);
                break;
            case "tell":
                Tell(t, t.ToTell[0]);
                t.ToTell.RemoveAt(0);
                break;
            case "tell-twice":
                _faults = Faults.None;
                Tell(t, t.ToTell[0]);
                break;
            case "compensate":
                TakeBack(t, t.ToCompensate[^1]);
                t.ToCompensate.RemoveAt(t.ToCompensate.Count - 1);
                EndIfCompensated(t);
                break;
            case "compensate-twice":
                _faults = Faults.None;
                TakeBack(t, t.ToCompensate[^1]);
                break;
            case "lost":
                _faults = Faults.None;
                _grains[int.Parse(words[2], CultureInfo.InvariantCulture)].Restart(new SagaMachine(_waits));
                break;
        }
    }

    public string? Violation()
    {
        foreach (var t in _transactions.Where(static t => t.Saga is { Outcome: TransactionOutcome.Committed }))
        {
            // What it met it has built on: that must stand.
            if (t.Met.Any(number => _transactions[number].Saga.Outcome != TransactionOutcome.Committed))
                return $"Saga {t.Number} is committed, and has built on one that is not.";
        }

        return Choices.Count > 0 ? null : AtTheEnd();
    }

    private string? AtTheEnd()
    {
        if (Array.Find(_transactions, static t => !t.Saga.IsOver) is { } stuck)
            return $"Saga {stuck.Number} never ends.";

        for (var i = 0; i < _grains.Length; i++)
        {
            var grain = _grains[i];
            var committed = _transactions.Where(t => t.Saga.Outcome == TransactionOutcome.Committed).ToArray();
            var sum = committed.SelectMany(static t => t.Script.Accesses.Select(access => (t.Number, access)))
                .Where(a => a.access.Grain == i && !a.access.IsWrite).Sum(static a => 1 << a.Number);
            if (grain.State.Sum != sum)
                return $"Grain {i} has not the sum of what was committed.";

            if (grain.State.Owner >= 0 && _transactions[grain.State.Owner].Saga.Outcome != TransactionOutcome.Committed)
                return $"Grain {i} keeps what was compensated.";

            if (grain.Machine.Branches.Any(static branch => !branch.IsOver))
                return $"Grain {i} still has to do something.";

            if (!grain.Letters.Order().SequenceEqual(committed.Where(t => t.Script.Accesses.Any(a => a.Grain == i)).Select(static t => t.Number)))
                return $"Grain {i} has not told once of each saga that was committed.";

            if (!grain.Owners.SequenceEqual(grain.Letters.Where(grain.Owners.Contains)))
                return $"Grain {i} has told of sagas in another order than that in which they built on each other.";
        }

        return null;
    }

    private IEnumerable<string> ChoicesOf(Transaction t)
    {
        if (t.Late is not null)
            yield return "late";

        switch (t.Phase)
        {
            case Phase.Running when t.WaitsFor is { Saga.IsOver: false }:
                if (_faults.HasFlag(Faults.TimeOut))
                    yield return "time-out";

                break;
            case Phase.Running when t.Step < t.Script.Accesses.Length:
                yield return "access";
                if (_faults.HasFlag(Faults.LostMessage) && t.WaitsFor is null)
                    yield return "lose-access";

                break;
            case Phase.Running:
                yield return "commit";
                yield return "fail";
                break;
            case Phase.Telling when t.ToTell.Count > 0:
                yield return "tell";
                if (_faults.HasFlag(Faults.LostMessage))
                    yield return "tell-twice";

                break;
            case Phase.Compensating when t.ToCompensate.Count > 0:
                yield return "compensate";
                if (_faults.HasFlag(Faults.LostMessage))
                    yield return "compensate-twice";

                break;
        }
    }

    private void Access(Transaction t)
    {
        StopWaiting(t);
        var other = TryStep(t, t.Script.Accesses[t.Step]);
        if (other is null)
            t.Step++;
        else if (_waits.TryAdd(t.Saga, other.Saga))
            t.WaitsFor = _transactions[other.Id.Number - 1];
        else
            Abort(t);
    }

    private void StopWaiting(Transaction t)
    {
        if (t.WaitsFor is { } other)
            _waits.Remove(t.Saga, other.Saga);

        t.WaitsFor = null;
    }

    // What the kernel does with an update.
    private SagaBranch? TryStep(Transaction t, (int Grain, bool IsWrite) access)
    {
        var grain = _grains[access.Grain];
        var (before, after) = (grain.State, StateCopy.Of(grain.State));
        after.Change(t.Number, access.IsWrite);
        if (grain.Machine.ObstacleTo(t.Saga.Id, after) is SagaBranch other)
            return other;

        var request = new AccessRequest(t.Saga.Id, 0, AccessMode.Write, Running: t.Saga);
        var entry = grain.Machine.Admit(request);
        if (entry.Verdict == Verdict.Over)
            return null;

        var branch = (SagaBranch)entry.Branch!;
        branch.Step = branch.StoredStep = branch.Step?.Then(before, after) ?? new Step<FakeState>(before, after);
        (branch.CommitActions ??= new()).Enqueue(new Letter());
        if (access.IsWrite && before.Owner >= 0 && before.Owner != t.Number)
            t.Met.Add(before.Owner);

        grain.State = after;
        return null;
    }

    private void Commit(Transaction t)
    {
        t.Phase = Phase.Telling;
        t.ToTell.AddRange(t.Saga.CloseBranches().Select(PlaceOf));
        t.Saga.Decide(TransactionOutcome.Committed);
        foreach (var grain in _grains.Where(grain => grain.State.Owner == t.Number))
            grain.Owners.Add(t.Number);

        t.Saga.End();
    }

    private void Abort(Transaction t)
    {
        StopWaiting(t);
        t.Phase = Phase.Compensating;
        t.ToCompensate.AddRange(t.Saga.CloseBranches().Select(PlaceOf));
        t.Saga.Decide(TransactionOutcome.Aborted);
        EndIfCompensated(t);
    }

    private int PlaceOf(SagaBranch branch) => Array.FindIndex(_grains, grain => grain.Machine.Grain == branch.Grain);

    private static void EndIfCompensated(Transaction t)
    {
        if (t.ToCompensate.Count == 0)
            t.Saga.End();
    }

    private void TakeBack(Transaction t, int number)
    {
        var grain = _grains[number];
        if (grain.Machine.Find(t.Saga.Id) is not SagaBranch { StoredStep: { } step } branch)
            return;

        if (!step.CanBeUndoneIn(grain.State))
            throw new InvalidOperationException($"Saga {t.Number} can't be taken back at grain {number}.");

        var undone = (FakeState)step.UndoneIn(grain.State);
        (branch.Step, branch.StoredStep) = (new Step<FakeState>(grain.State, undone), null);
        grain.State = undone;
    }

    private void Tell(Transaction t, int number)
    {
        var grain = _grains[number];
        if (grain.Machine.Find(t.Saga.Id) is not SagaBranch branch)
            return;

        foreach (var released in grain.Machine.ReleasedBefore(branch).Append(branch))
        {
            if (released.CommitActions is not null)
                grain.Letters.Add((int)released.Id.Number - 1);

            released.CommitActions = null;
        }
    }

    private sealed record Letter : CommitAction
    {
        public override Task OnCommit() => Task.CompletedTask;
    }

    private sealed class FakeState : ICompensable<FakeState>
    {
        public int Owner { get; private set; } = -1;

        // One bit a saga, so that it tells whose are in it.
        public int Sum { get; private set; }

        public void Change(int number, bool replaces)
        {
            if (replaces)
                Owner = number;
            else
                Sum += 1 << number;
        }

        public bool CanUndo(FakeState before, FakeState after) => before.Owner == after.Owner || Owner == after.Owner;

        public void Undo(FakeState before, FakeState after)
        {
            Owner = before.Owner == after.Owner ? Owner : before.Owner;
            Sum -= after.Sum - before.Sum;
        }

        public override string ToString() => $"{Owner}:{Sum}";
    }

    private enum Phase
    {
        Running,
        Telling,
        Compensating,
    }

    private sealed class Grain
    {
        private static int _numbers;

        public Grain(SagaMachine machine)
        {
            Machine = machine;
            Machine.Grain = Orleans.Runtime.GrainId.Create("fake", Interlocked.Increment(ref _numbers).ToString(CultureInfo.InvariantCulture));
        }

        public SagaMachine Machine { get; private set; }
        public FakeState State { get; set; } = new();

        // Who has replaced what it holds, and of whom it has told, in order.
        public List<int> Owners { get; } = [];
        public List<int> Letters { get; } = [];

        public void Restart(SagaMachine next)
        {
            var last = Machine;
            next.Grain = last.Grain;
            last.Deactivate();
            foreach (var branch in last.Branches.Where(last.Outlives))
                next.Restore(branch);

            Machine = next;
        }
    }

    private sealed class Transaction(int number, Script script)
    {
        public int Number => number;
        public Script Script => script;
        public RunningSaga Saga { get; } = new(new TransactionId(0, number + 1), 0);
        public Phase Phase { get; set; }
        public int Step { get; set; }
        public Transaction? WaitsFor { get; set; }
        public (int Grain, bool IsWrite)? Late { get; set; }

        // Grains to be told of its good end, and to be compensated, the last one first.
        public List<int> ToTell { get; } = [];
        public List<int> ToCompensate { get; } = [];

        // Those whose work it has replaced.
        public Numbers Met { get; } = [];
    }

    private sealed class Numbers : SortedSet<int>
    {
        public override string ToString() => string.Join(' ', this);
    }
}
