using Marketplace.Protocols.None;
using Marketplace.Protocols.Recording;
using Xunit;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>What is recorded of attempts, under protocols that do as they are told.</summary>
public sealed class RecordedProtocolTests : IHistory
{
    private static readonly TransactionDeclaration Declaration = new("t", TransactionKind.Checkout);
    private static readonly RecordedAccess Access = new(1, 7, 1, IsWrite: true);

    private readonly List<AttemptLog> _attempts = [];
    private bool _outlivesSilo;

    [Fact]
    public async Task Each_run_of_the_body_is_an_attempt_and_the_last_one_ends_as_the_protocol_answers()
    {
        var protocol = Recorded(new ScriptedProtocol { Runs = 3, Tells = AbortCause.Conflict });

        Assert.Equal(5, await protocol.Run(Declaration, 5, Touch));

        Assert.Equal([1, 2, 3], _attempts.Select(attempt => attempt.Attempt));
        Assert.Equal([AttemptEnd.Aborted, AttemptEnd.Aborted, AttemptEnd.Committed], _attempts.Select(attempt => attempt.End));
        Assert.Equal([AbortCause.Conflict, AbortCause.Conflict, null], _attempts.Select(attempt => attempt.Cause));
        Assert.Equal([0, 0, 1], _attempts.Select(attempt => attempt.Read().Length));
    }

    [Fact]
    public async Task A_protocol_that_does_not_tell_why_has_attempts_without_a_cause()
    {
        await Recorded(new ScriptedProtocol { Runs = 2 }).Run(Declaration, 0, Touch);

        Assert.Equal([(AttemptEnd.Aborted, null), (AttemptEnd.Committed, null)], _attempts.Select(attempt => (attempt.End, attempt.Cause)));
    }

    [Fact]
    public async Task An_attempt_that_was_aborted_before_its_body_ran_is_one_too()
    {
        var protocol = Recorded(new ScriptedProtocol { Runs = 0, Tells = AbortCause.Timeout, Fails = new TransactionAbortedException() });

        await Assert.ThrowsAsync<TransactionAbortedException>(() => protocol.Run(Declaration, 0, Touch));

        Assert.Equal((AttemptEnd.Aborted, AbortCause.Timeout), (Assert.Single(_attempts).End, _attempts[0].Cause));
    }

    [Fact]
    public async Task What_failed_without_an_answer_is_unknown_and_keeps_its_accesses()
    {
        var protocol = Recorded(new ScriptedProtocol { Runs = 1, Fails = new TimeoutException() });

        await Assert.ThrowsAsync<TimeoutException>(() => protocol.Run(Declaration, 0, Touch));

        Assert.Equal(AttemptEnd.Unknown, Assert.Single(_attempts).End);
        Assert.Equal([Access], _attempts[0].Read().ToArray());
    }

    [Fact]
    public async Task With_outcomes_alone_the_body_has_no_record()
    {
        var protocol = new RecordedProtocol(new ScriptedProtocol { Runs = 1 }, this, RecordingLevel.Outcomes);

        await protocol.Run(Declaration, 0, static (tx, _) => Task.FromResult(tx.Log is null ? 0 : throw new InvalidOperationException()));

        Assert.False(Assert.Single(_attempts).HasAccesses);
    }

    [Fact]
    public async Task What_goes_on_after_a_failure_without_roll_back_is_recorded_as_it_comes()
    {
        AttemptLog? log = null;
        await Assert.ThrowsAsync<InvalidOperationException>(() => Recorded(new NoneProtocol()).Run<int, int>(Declaration, 0, (tx, _) =>
        {
            log = tx.Log;
            throw new InvalidOperationException("One of its calls failed, and another one is under way.");
        }));

        log!.Add(Access);

        Assert.Equal([0, 1], _attempts.Select(attempt => attempt.Read().Length));
        Assert.All(_attempts, attempt => Assert.Equal(("t", AttemptEnd.Unknown), (attempt.Tid, attempt.End)));
    }

    [Theory]
    [InlineData(TransactionIsolation.Writes, true, 1)]
    [InlineData(TransactionIsolation.Writes, false, 0)]
    [InlineData(TransactionIsolation.Serializable, true, 0)]
    public async Task What_others_see_of_an_open_attempt_is_recorded_at_once_where_the_record_outlives_the_silo(
        TransactionIsolation isolation, bool outlivesSilo, int announced)
    {
        _outlivesSilo = outlivesSilo;
        var seen = new List<AttemptLog>();
        await Recorded(new ScriptedProtocol { Runs = 1, Isolation = isolation }).Run(Declaration, 0, async (tx, argument) =>
        {
            await Touch(tx, argument);
            tx.Log!.Add(Access with { IsWrite = false });
            seen.AddRange(_attempts);
            return argument;
        });

        Assert.Equal(announced, seen.Count);
        Assert.All(seen, attempt => Assert.Equal(("t", AttemptEnd.Unknown, Access), (attempt.Tid, attempt.End, attempt.Read()[0])));
        Assert.Equal((AttemptEnd.Committed, 2), (_attempts[^1].End, _attempts[^1].Read().Length));
    }

    bool IHistory.OutlivesSilo => _outlivesSilo;

    void IHistory.Add(AttemptLog attempt) => _attempts.Add(attempt);

    private static Task<int> Touch(TransactionContext tx, int argument)
    {
        tx.Log!.Add(Access);
        return Task.FromResult(argument);
    }

    private RecordedProtocol Recorded(ITransactionProtocol protocol) => new(protocol, this, RecordingLevel.Full);

    private sealed class ScriptedProtocol : ITransactionProtocol
    {
        public int Runs { get; init; }
        public AbortCause? Tells { get; init; }
        public Exception? Fails { get; init; }
        public bool NeedsAccesses => false;
        public TransactionIsolation Isolation { get; init; } = TransactionIsolation.Serializable;

        public async Task<TResult> Run<TArgument, TResult>(
            TransactionDeclaration declaration, TArgument argument, Func<TransactionContext, TArgument, Task<TResult>> body)
        {
            TResult result = default!;
            for (var run = 1; run <= Math.Max(1, Runs); run++)
            {
                if (Runs > 0)
                    result = await body(new TransactionContext(declaration.Tid, declaration.Kind), argument);

                if (Tells is { } cause && (run < Runs || Runs == 0))
                    declaration.AttemptAborted(cause);
            }

            return Fails is null ? result : throw Fails;
        }

        public Task Declare(TransactionContext tx, AccessSet accesses) => Task.CompletedTask;
    }
}
