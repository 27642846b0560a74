using System.Text;
using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>What a transaction of a world does.</summary>
/// <param name="Accesses">Grain, and whether it is written, in order.</param>
/// <param name="IsReadOnly">Whether it says that it writes nothing.</param>
/// <param name="Attempt">How many attempts were aborted before.</param>
internal sealed record Script((int Grain, bool IsWrite)[] Accesses, bool IsReadOnly = false, int Attempt = 0);

/// <summary>What may go wrong once in a world.</summary>
[Flags]
internal enum Faults
{
    None = 0,

    /// <summary>A question, its answer, or the answer to a decision gets lost, or an access comes when its transaction has given it up.</summary>
    LostMessage = 1,

    /// <summary>An access waits too long.</summary>
    TimeOut = 2,

    /// <summary>An activation ends, and the next one begins.</summary>
    LostActivation = 4,

    Any = LostMessage | TimeOut | LostActivation,
}

/// <summary>
/// Transactions on grains under two-phase commit: real machines of the grains, and, in the place of the kernel, a driver that can be stopped
/// between any two steps. A transaction that is aborted is not run again.
/// </summary>
internal sealed partial class TwoPhaseWorld : IWorld
{
    private const int Grains = 3;

    private readonly Grain[] _grains = new Grain[Grains];
    private readonly Transaction[] _transactions;
    private readonly Func<ParticipantMachine> _machine;
    private readonly bool _isDeclared;
    private Faults _faults;

    public TwoPhaseWorld(Func<ParticipantMachine> machine, Script[] scripts, Faults faults, bool isDeclared = false)
    {
        (_machine, _faults, _isDeclared) = (machine, faults, isDeclared);
        for (var i = 0; i < Grains; i++)
            _grains[i] = new Grain(machine());

        _transactions = [.. scripts.Select(static (script, i) => new Transaction(i, script, Grains))];
    }

    public string State
    {
        get
        {
            var text = new StringBuilder(512);
            text.Append((int)_faults);
            foreach (var grain in _grains)
            {
                text.Append('|').AppendJoin(' ', grain.Writers).Append('|');
                Fingerprint.Write(text, grain.Machine);
            }

            foreach (var transaction in _transactions)
                transaction.Write(text);

            return text.ToString();
        }
    }

    public string? Violation()
    {
        foreach (var grain in _grains)
        {
            var writers = grain.Writers;
            for (var i = 1; i < writers.Count; i++)
            {
                if (writers.IndexOf(writers[i], 0, i) >= 0)
                    return "A transaction was applied twice.";
            }
        }

        return Choices.Count > 0 ? null : Stuck() ?? Halves() ?? Circle();
    }

    private string? Stuck() =>
        Array.Find(_transactions, static t => t.Phase != Phase.Over) is { } stuck ? $"Transaction {stuck.Number} never ends."
        : _grains.Any(static grain => grain.Machine.Branches.Count > 0) ? "A grain is still held."
        : _grains.Any(grain => IsHeldFrom(grain.Machine)) ? "A grain can't be had by the next transaction."
        : null;

    // The next transaction has it at once.
    private static bool IsHeldFrom(ParticipantMachine machine) =>
        machine.Admit(new AccessRequest(new TransactionId(9, 1), 9, AccessMode.Write, IsDeclared: true)).Verdict != Verdict.Granted;

    private string? Halves()
    {
        foreach (var transaction in _transactions.Where(static t => !t.IsInDoubt))
        {
            for (var grain = 0; grain < Grains; grain++)
            {
                if (_grains[grain].Writers.Contains(transaction.Number) != (transaction.IsCommitted && transaction.HasWritten[grain]))
                    return $"Transaction {transaction.Number} is {(transaction.IsCommitted ? "committed" : "aborted")}, and not so at grain {grain}.";
            }
        }

        return null;
    }

    // Who has read a version comes after its writer and before the next one; writers come in the order of their versions.
    private string? Circle()
    {
        var before = new bool[_transactions.Length, _transactions.Length];
        for (var grain = 0; grain < Grains; grain++)
        {
            var writers = _grains[grain].Writers;
            for (var i = 1; i < writers.Count; i++)
                before[writers[i - 1], writers[i]] = true;

            foreach (var reader in _transactions)
            {
                if (!reader.IsCommitted || reader.Seen[grain] is not { } seen)
                    continue;

                if (seen > 0 && writers[seen - 1] != reader.Number)
                    before[writers[seen - 1], reader.Number] = true;

                if (seen < writers.Count && writers[seen] != reader.Number)
                    before[reader.Number, writers[seen]] = true;
            }
        }

        for (var via = 0; via < _transactions.Length; via++)
        {
            for (var from = 0; from < _transactions.Length; from++)
            {
                for (var to = 0; to < _transactions.Length; to++)
                    before[from, to] |= before[from, via] && before[via, to];
            }
        }

        return Enumerable.Range(0, _transactions.Length).Any(i => before[i, i]) ? "It is not serializable." : null;
    }

    private sealed class Grain(ParticipantMachine machine)
    {
        public ParticipantMachine Machine { get; set; } = machine;

        // Who made version 1, 2 …
        public List<int> Writers { get; } = [];
    }

    private enum Phase
    {
        Running,
        Voting,
        Ending,
        Over,
    }

    private sealed class Transaction(int number, Script script, int grains)
    {
        public int Number => number;

        public TransactionId Id { get; } = new(0, number + 1);

        public Script Script => script;

        public int Step { get; set; }

        public Phase Phase { get; set; }

        public bool IsCommitted { get; set; }

        // Its access waits at this grain; it was told that it need not.
        public int? WaitsAt { get; set; }

        public Branch? WaitsWith { get; set; }

        public bool IsWoken { get; set; }

        public bool IsAlone { get; set; }

        // Its only participant did not say whether it has committed it.
        public bool IsInDoubt { get; set; }

        // An access that it has given up is still under way to this grain.
        public (int Grain, bool IsWrite)? Late { get; set; }

        public bool[] HasJoined { get; } = new bool[grains];

        public bool[] HasWritten { get; } = new bool[grains];

        // What it saw of each grain: how many versions had been made.
        public int?[] Seen { get; } = new int?[grains];

        // Grains that have not answered the last message.
        public bool[] Silent { get; } = new bool[grains];

        // Grains where it is installed and not stored yet.
        public bool[] Storing { get; } = new bool[grains];

        public CommitVotes Votes { get; set; }

        public AccessRequest Request((int Grain, bool IsWrite) access, bool isDeclared) => new(
            Id, number, access.IsWrite ? AccessMode.Write : AccessMode.Read, isDeclared, script.IsReadOnly, script.Attempt);

        public void Write(StringBuilder text)
        {
            text.Append('|').Append(Step).Append((char)('A' + Phase)).Append(IsCommitted ? 'c' : '.').Append(IsInDoubt ? 'd' : '.');
            text.Append(WaitsAt ?? -1).Append(IsWoken ? 'a' : '.').Append(Late is { IsWrite: true } ? 'w' : '.').Append(Late?.Grain ?? -1);
            text.Append((int?)Votes.Refusal ?? -1);
            for (var i = 0; i < grains; i++)
            {
                text.Append(HasJoined[i] ? 'j' : '.').Append(HasWritten[i] ? 'w' : '.').Append(Silent[i] ? 's' : '.');
                text.Append(Storing[i] ? 't' : '.').Append(Seen[i] ?? -1);
            }
        }
    }
}
