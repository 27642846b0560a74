using System.Globalization;
using System.Text;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>
/// Declared transactions on grains in the order of a real lock manager, with real machines of the grains. A transaction may fail instead of
/// committing, and grains hear of decisions late, or never: then the next transaction tells them.
/// </summary>
internal sealed class DeterministicWorld : IWorld
{
    private readonly LockManager _locks = new();
    private readonly FakeGrain[] _grains;
    private readonly Transaction[] _transactions;
    private Faults _faults;

    public DeterministicWorld(Script[] scripts, Faults faults)
    {
        _faults = faults;
        _grains = [.. Enumerable.Range(0, 3).Select(static number => new FakeGrain(number))];
        _transactions = [.. scripts.Select(static (script, i) => new Transaction(i, script))];
    }

    public IReadOnlyList<string> Choices
    {
        get
        {
            var choices = new List<string>();
            foreach (var t in _transactions)
            {
                switch (t.Phase)
                {
                    case Phase.New:
                        choices.Add($"declare {t.Number} 0");
                        break;
                    case Phase.Waiting when t.Sequenced.HasStarted:
                        choices.Add($"start {t.Number} 0");
                        break;
                    case Phase.Waiting when _faults.HasFlag(Faults.TimeOut):
                        choices.Add($"time-out {t.Number} 0");
                        break;
                    case Phase.Running when t.Step < t.Script.Accesses.Length:
                        choices.Add($"access {t.Number} 0");
                        break;
                    case Phase.Running:
                        choices.Add($"commit {t.Number} 0");
                        choices.Add($"fail {t.Number} 0");
                        break;
                }

                choices.AddRange(t.Unheard.Order().Select(grain => $"tell {t.Number} {grain}"));
                if (_faults.HasFlag(Faults.LostMessage))
                    choices.AddRange(t.Unheard.Order().Select(grain => $"lose {t.Number} {grain}"));
            }

            if (_faults.HasFlag(Faults.LostActivation) && choices.Count > 0)
                choices.AddRange(_grains.Select(static grain => $"lost 0 {grain.Number}"));

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
                text.Append('|').AppendJoin(' ', grain.Writers);
                text.Append('/').AppendJoin(' ', grain.Machine.Branches.Select(static branch => branch.Id.Number));
            }

            foreach (var t in _transactions)
            {
                text.Append('|').Append(t.Step).Append(t.Phase).Append(t.Sequenced.Outcome).Append(t.Sequenced.Waits).Append(t.Sequenced.HasStarted);
                text.Append('/').AppendJoin(' ', t.Unheard.Order()).Append('/').AppendJoin(' ', t.Seen).Append('/').AppendJoin(' ', t.Wrote);
                foreach (var request in t.Sequenced.Requests)
                {
                    text.Append(request.Access.Key).Append(request.IsGranted ? 'g' : 'w').Append(request.HasJoined ? 'j' : '.');
                    text.Append(request.Previous?.Transaction.Id.Number);
                }
            }

            return text.ToString();
        }
    }

    public void Do(string choice)
    {
        var words = choice.Split(' ');
        var t = _transactions[int.Parse(words[1], CultureInfo.InvariantCulture)];
        var grain = _grains[int.Parse(words[2], CultureInfo.InvariantCulture)];
        switch (words[0])
        {
            case "declare":
                t.Phase = _locks.Acquire(t.Sequenced, Declared(t)) is null ? Phase.Running : Phase.Waiting;
                break;
            case "start":
                t.Phase = Phase.Running;
                break;
            case "access":
                Access(t);
                break;
            case "time-out":
                _faults = Faults.None;
                End(t, TransactionOutcome.Aborted);
                break;
            case "commit":
                End(t, TransactionOutcome.Committed);
                break;
            case "fail":
                End(t, TransactionOutcome.Aborted);
                break;
            case "tell":
                t.Unheard.Remove(grain.Number);
                grain.Machine.TakeDecisions();
                Drain(grain);
                break;
            case "lose":
                _faults = Faults.None;
                t.Unheard.Remove(grain.Number);
                break;
            case "lost":
                _faults = Faults.None;
                grain.Restart();
                break;
        }
    }

    public string? Violation()
    {
        foreach (var t in _transactions.Where(static t => t.Sequenced.Outcome == TransactionOutcome.Aborted))
        {
            if (_grains.Any(grain => grain.Writers.Contains(t.Number)))
                return $"Transaction {t.Number} is aborted, and was applied.";
        }

        return Choices.Count > 0 ? null : AtTheEnd();
    }

    // What was lost the next transaction sees to.
    private string? AtTheEnd()
    {
        foreach (var grain in _grains)
        {
            grain.Machine.TakeDecisions();
            Drain(grain);
            if (grain.Machine.Branches.Count > 0)
                return "A grain holds a branch that is decided.";
        }

        foreach (var t in _transactions)
        {
            if (t.Phase != Phase.Over)
                return $"Transaction {t.Number} never ends.";

            var isCommitted = t.Sequenced.Outcome == TransactionOutcome.Committed;
            if (isCommitted && t.Wrote.Any(grain => _grains[grain].Writers.Count(writer => writer == t.Number) != 1))
                return $"Transaction {t.Number} is committed, and not so everywhere.";
        }

        return _locks.Queues > 0 ? "A place is still taken." : Circle();
    }

    private string? Circle()
    {
        var before = new HashSet<(int, int)>();
        foreach (var grain in _grains)
        {
            for (var i = 1; i < grain.Writers.Count; i++)
                before.Add((grain.Writers[i - 1], grain.Writers[i]));

            foreach (var t in _transactions.Where(t => t.Sequenced.Outcome == TransactionOutcome.Committed && t.Seen[grain.Number] >= 0))
            {
                var seen = t.Seen[grain.Number];
                if (seen > 0 && grain.Writers[seen - 1] != t.Number)
                    before.Add((grain.Writers[seen - 1], t.Number));

                if (seen < grain.Writers.Count && grain.Writers[seen] != t.Number)
                    before.Add((t.Number, grain.Writers[seen]));
            }
        }

        for (var length = 0; length < _transactions.Length; length++)
            before.UnionWith([.. from one in before from two in before where one.Item2 == two.Item1 select (one.Item1, two.Item2)]);

        return before.Any(static pair => pair.Item1 == pair.Item2) ? "It is not serializable." : null;
    }

    private AccessSet Declared(Transaction t) => AccessSet.Of([.. t.Script.Accesses.Select(access =>
        new Access(_grains[access.Grain], 0, access.Grain, access.IsWrite ? AccessMode.Write : AccessMode.Read))]);

    private void Access(Transaction t)
    {
        var access = t.Script.Accesses[t.Step++];
        var grain = _grains[access.Grain];
        var request = new AccessRequest(t.Sequenced.Id, 0, access.IsWrite ? AccessMode.Write : AccessMode.Read, Running: t.Sequenced);
        var entry = grain.Machine.Enter(request);
        Drain(grain);
        entry = entry.Verdict == Verdict.Join ? grain.Machine.Admit(request) : entry;
        if (entry.Verdict != Verdict.Granted)
            throw new InvalidOperationException($"Transaction {t.Number} was told {entry.Verdict}.");

        t.Seen[access.Grain] = t.Seen[access.Grain] < 0 ? grain.Writers.Count : t.Seen[access.Grain];
        if (access.IsWrite)
        {
            entry.Branch!.Working = "written";
            t.Wrote.Add(access.Grain);
        }
    }

    private void End(Transaction t, TransactionOutcome outcome)
    {
        t.Phase = Phase.Over;
        foreach (var request in t.Sequenced.Requests.Where(static request => request.HasJoined))
            t.Unheard.Add((int)request.Access.Key);

        t.Sequenced.Close();
        t.Sequenced.Decide(outcome);
        _locks.Release(t.Sequenced);
    }

    private static void Drain(FakeGrain grain)
    {
        while (grain.Machine.TryTake(out var output))
        {
            if (output.Kind == OutputKind.Committed && output.Branch.Working is not null)
                grain.Writers.Add((int)output.Branch.Id.Number - 1);
        }
    }

    private enum Phase
    {
        New,
        Waiting,
        Running,
        Over,
    }

    private sealed class Transaction(int number, Script script)
    {
        public int Number => number;
        public Script Script => script;
        public SequencedTransaction Sequenced { get; } = new(new TransactionId(0, number + 1), 0) { IsStoredWhole = true };
        public Phase Phase { get; set; }
        public int Step { get; set; }

        // How many versions of each grain it saw; -1 if it has not been there.
        public int[] Seen { get; } = [-1, -1, -1];

        public SortedSet<int> Wrote { get; } = [];

        // Grains that have not been told how it ended.
        public HashSet<int> Unheard { get; } = [];
    }
}
