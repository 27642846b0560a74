using System.Globalization;
using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Tests.Kernel;

/// <content>What can happen, and what the kernel does then.</content>
internal sealed partial class TwoPhaseWorld
{
    public IReadOnlyList<string> Choices
    {
        get
        {
            var choices = new List<string>();
            foreach (var t in _transactions)
                AddChoices(choices, t);

            if (_faults.HasFlag(Faults.LostActivation) && _transactions.Any(static t => t.Phase != Phase.Over))
                choices.AddRange(Enumerable.Range(0, Grains).Select(static grain => $"lost 0 {grain}"));

            return choices;
        }
    }

    public void Do(string choice)
    {
        var words = choice.Split(' ');
        var (t, grain) = (_transactions[Number(words[1])], Number(words[2]));
        switch (words[0])
        {
            case "access":
                Access(t);
                break;
            case "late":
                Late(t);
                break;
            case "lose-access":
                (t.Late, _faults) = (t.Script.Accesses[t.Step], Faults.None);
                t.HasJoined[grain] |= _isDeclared;
                End(t, isCommitted: false);
                break;
            case "time-out":
                _faults = Faults.None;
                TimeOut(t, grain);
                break;
            case "ask":
                Voted(t, grain, Ask(t, grain));
                break;
            case "lose-question":
                _faults = Faults.None;
                Voted(t, grain, null);
                break;
            case "lose-vote":
                _faults = Faults.None;
                Ask(t, grain);
                Voted(t, grain, null);
                break;
            case "decide":
                Decide(t, grain);
                t.Silent[grain] = false;
                EndIfHeard(t);
                break;
            case "lose-answer":
                _faults = Faults.None;
                Decide(t, grain);
                break;
            case "store":
                t.Storing[grain] = false;
                EndAt(t, grain);
                EndIfHeard(t);
                break;
            case "lost":
                _faults = Faults.None;
                LoseActivation(grain);
                break;
        }

        static int Number(string word) => int.Parse(word, CultureInfo.InvariantCulture);
    }

    private void AddChoices(List<string> choices, Transaction t)
    {
        var losesMessages = _faults.HasFlag(Faults.LostMessage);
        if (t.Late is { } late)
            choices.Add($"late {t.Number} {late.Grain}");

        if (t is { Phase: Phase.Running, WaitsAt: null } or { Phase: Phase.Running, IsWoken: true })
        {
            choices.Add($"access {t.Number} {t.Script.Accesses[t.Step].Grain}");
            if (losesMessages && t.WaitsAt is null)
                choices.Add($"lose-access {t.Number} {t.Script.Accesses[t.Step].Grain}");
        }

        if (_faults.HasFlag(Faults.TimeOut) && t is { Phase: Phase.Running, WaitsAt: { } at })
            choices.Add($"time-out {t.Number} {at}");

        for (var grain = 0; grain < Grains; grain++)
        {
            if (t.Storing[grain])
                choices.Add($"store {t.Number} {grain}");

            // A decision is heard when it is stored.
            if (!t.Silent[grain] || t.Storing[grain])
                continue;

            choices.Add(t.Phase == Phase.Voting ? $"ask {t.Number} {grain}" : $"decide {t.Number} {grain}");
            if (losesMessages && t.Phase == Phase.Voting)
                choices.AddRange($"lose-question {t.Number} {grain}", $"lose-vote {t.Number} {grain}");
            else if (losesMessages)
                choices.Add($"lose-answer {t.Number} {grain}");
        }
    }

    private void Access(Transaction t)
    {
        var access = t.Script.Accesses[t.Step];
        var machine = _grains[access.Grain].Machine;
        var request = t.Request(access, _isDeclared);
        (t.WaitsAt, t.IsWoken) = (null, false);
        var entry = _isDeclared ? Admit(t, access.Grain, request) : machine.Enter(request);
        if (entry.Verdict == Verdict.Join)
            entry = t.HasJoined[access.Grain] ? new Entry(Verdict.Over) : Admit(t, access.Grain, request);

        switch (entry.Verdict)
        {
            case Verdict.Granted:
                Touch(t, access, entry.Branch!);
                break;
            case Verdict.Wait:
                (t.WaitsAt, t.WaitsWith) = (access.Grain, entry.Branch);
                break;
            default:
                End(t, isCommitted: false);
                break;
        }
    }

    private Entry Admit(Transaction t, int grain, in AccessRequest request)
    {
        t.HasJoined[grain] = true;
        return _grains[grain].Machine.Admit(request);
    }

    private void Touch(Transaction t, (int Grain, bool IsWrite) access, Branch branch)
    {
        var version = _grains[access.Grain].Writers.Count;
        t.Seen[access.Grain] ??= version;
        if (access.IsWrite)
        {
            branch.Working ??= "written";
            t.HasWritten[access.Grain] = true;
        }

        // It has not seen what it saw before any more: nobody may have written meanwhile.
        if (t.Seen[access.Grain] != version)
            t.Seen[access.Grain] = -1;

        if (++t.Step < t.Script.Accesses.Length)
            return;

        (t.Phase, t.IsAlone) = (Phase.Voting, t.HasJoined.Count(static has => has) == 1);
        t.HasJoined.CopyTo(t.Silent, 0);
    }

    // Only who declares asks for a lock by a message of its own; else its coordinator refuses to let the grain join.
    private void Late(Transaction t)
    {
        var access = t.Late!.Value;
        t.Late = null;
        var machine = _grains[access.Grain].Machine;
        if (_isDeclared)
            machine.Admit(t.Request(access, isDeclared: true));
        else
            machine.Enter(t.Request(access, isDeclared: false));

        Drain(machine);
    }

    private void TimeOut(Transaction t, int grain)
    {
        var machine = _grains[grain].Machine;
        machine.TimedOut(t.WaitsWith!);
        Drain(machine);
        End(t, isCommitted: false);
    }

    private ParticipantAnswer Ask(Transaction t, int grain)
    {
        var machine = _grains[grain].Machine;
        if (machine.Find(t.Id) is not { } branch)
            return ParticipantAnswer.Refused;

        // A single participant decides by itself, and who has only read has nothing to check there.
        var vote = t.IsAlone && !branch.HasWritten ? ParticipantAnswer.Done : machine.Vote(branch);
        if (vote == ParticipantAnswer.Done && t.IsAlone)
            Install(t, grain, branch);
        else if (vote == ParticipantAnswer.ReadOnly)
            EndAt(t, grain);
        else
            branch.IsPrepared = vote == ParticipantAnswer.Done;

        return vote;
    }

    private static void Voted(Transaction t, int grain, ParticipantAnswer? answer)
    {
        t.Silent[grain] = false;
        var votes = t.Votes;
        if (answer is { } vote)
            t.HasJoined[grain] = votes.Take(vote);
        else
            votes.TakeSilence();

        (t.Votes, t.IsInDoubt) = (votes, t.IsAlone && answer is null);
        if (!t.Silent.Contains(true))
            End(t, votes.Refusal is null);
    }

    // Whoever takes part hears of it until it has.
    private static void End(Transaction t, bool isCommitted)
    {
        (t.Phase, t.IsCommitted, t.WaitsAt, t.IsWoken) = (Phase.Ending, isCommitted, null, false);
        t.HasJoined.CopyTo(t.Silent, 0);
        EndIfHeard(t);
    }

    private static void EndIfHeard(Transaction t)
    {
        if (t.Phase == Phase.Ending && !t.Silent.Contains(true) && !t.Storing.Contains(true))
            t.Phase = Phase.Over;
    }

    private void Decide(Transaction t, int grain)
    {
        var machine = _grains[grain].Machine;
        if (!t.IsCommitted)
        {
            machine.Dismiss(t.Id);
            Drain(machine);
        }

        if (machine.Find(t.Id) is not { } branch)
            return;

        if (t.IsCommitted)
            Install(t, grain, branch);
        else if (!branch.IsInstalled)
            EndAt(t, grain);
    }

    private void Install(Transaction t, int grain, Branch branch)
    {
        if (branch.IsInstalled)
            return;

        branch.IsInstalled = true;
        if (branch.HasWritten)
            _grains[grain].Writers.Add(t.Number);

        _grains[grain].Machine.Install(branch);
        if (branch.HasWritten)
            t.Storing[grain] = true;
        else
            EndAt(t, grain);
    }

    private void EndAt(Transaction t, int grain)
    {
        var machine = _grains[grain].Machine;
        if (machine.Find(t.Id) is { } branch)
            machine.End(branch);

        Drain(machine);
    }

    // What is prepared or installed the next activation takes over, unless all have heard how it ended; the rest is forgotten.
    private void LoseActivation(int grain)
    {
        var last = _grains[grain].Machine;
        last.Deactivate();
        Drain(last);
        var next = _grains[grain].Machine = _machine();
        foreach (var branch in last.Branches.Where(branch => branch.IsInstalled || (branch.IsPrepared && Of(branch).Phase != Phase.Over)))
            next.Restore(branch);
    }

    private void Drain(ParticipantMachine machine)
    {
        while (machine.TryTake(out var output))
        {
            var t = Of(output.Branch);
            if (t.Phase != Phase.Running)
                continue;

            t.IsWoken = output.Kind == OutputKind.Granted;
            if (!t.IsWoken)
                End(t, isCommitted: false);
        }
    }

    private Transaction Of(Branch branch) => _transactions[branch.Id.Number - 1];
}
