using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Xunit;

namespace Marketplace.Protocols.Tests.Locking;

public sealed class LockingMachineTests
{
    private static readonly AccessRequest Old = new(new TransactionId(0, 1), 1, AccessMode.Write, IsDeclared: true);
    private static readonly AccessRequest Young = new(new TransactionId(0, 2), 2, AccessMode.Write, IsDeclared: true);

    private readonly LockingMachine _machine = new(new WaitDie());

    [Fact]
    public void The_younger_one_gives_way_and_the_older_one_waits()
    {
        Assert.Equal(Verdict.Granted, _machine.Admit(Young).Verdict);
        var waits = _machine.Admit(Old);
        Assert.Equal(Verdict.Wait, waits.Verdict);
        Assert.Equal(Verdict.GiveWay, _machine.Admit(Young with { Id = new TransactionId(0, 3), Age = 3 }).Verdict);

        _machine.End(_machine.Find(Young.Id)!);
        Assert.Equal([new Output(OutputKind.Granted, waits.Branch!)], Outputs());
        Assert.Equal(new Entry(Verdict.Granted, waits.Branch), _machine.Enter(Old));
        Assert.Equal(Verdict.GiveWay, _machine.Admit(Young).Verdict);
    }

    /// <summary>Accesses of one transaction may run beside each other.</summary>
    [Fact]
    public void Two_accesses_of_a_reader_that_want_to_write_wait_with_each_other()
    {
        var (reader, other) = (Old with { Mode = AccessMode.Read }, Young with { Mode = AccessMode.Read });
        var branch = _machine.Admit(reader).Branch;
        _machine.Admit(other);
        Assert.Equal(new Entry(Verdict.Wait, branch), _machine.Enter(Old));
        Assert.Equal(new Entry(Verdict.Wait, branch), _machine.Enter(Old));
        Assert.Equal(new Entry(Verdict.Granted, branch), _machine.Enter(reader));
        Assert.Equal([branch], _machine.Waiting);

        _machine.End(_machine.Find(other.Id)!);
        Assert.Equal([new Output(OutputKind.Granted, branch!)], Outputs());
        Assert.Equal(new Entry(Verdict.Granted, branch), _machine.Enter(Old));
    }

    [Fact]
    public void Who_has_waited_too_long_lets_those_behind_it_go_on()
    {
        var machine = new LockingMachine(new WaitInOrder());
        var reader = machine.Admit(Old with { Mode = AccessMode.Read });
        var writer = machine.Admit(Young);
        var next = machine.Admit(Young with { Id = new TransactionId(0, 3), Mode = AccessMode.Read });
        Assert.Equal([Verdict.Granted, Verdict.Wait, Verdict.Wait], new[] { reader.Verdict, writer.Verdict, next.Verdict });

        machine.TimedOut(writer.Branch!);
        Assert.True(machine.TryTake(out var output));
        Assert.Equal(new Output(OutputKind.Granted, next.Branch!), output);
        machine.TimedOut(next.Branch!);
        Assert.False(machine.TryTake(out _));
    }

    [Fact]
    public void A_request_that_comes_when_its_transaction_is_over_is_refused()
    {
        _machine.Dismiss(Old.Id);
        Assert.Equal(Verdict.Over, _machine.Admit(Old).Verdict);
        Assert.Equal(Verdict.Granted, _machine.Admit(Young).Verdict);
    }

    [Fact]
    public void When_the_activation_ends_those_who_wait_are_lost_and_the_next_one_holds_what_was_held()
    {
        var held = _machine.Admit(Young).Branch!;
        var waits = _machine.Admit(Old).Branch!;
        _machine.Deactivate();
        Assert.Equal([new Output(OutputKind.Lost, waits)], Outputs());

        var next = new LockingMachine(new WaitDie());
        next.Restore(held);
        Assert.Equal(Verdict.Wait, next.Admit(Old).Verdict);
    }

    private List<Output> Outputs()
    {
        var outputs = new List<Output>();
        while (_machine.TryTake(out var output))
            outputs.Add(output);

        return outputs;
    }
}
