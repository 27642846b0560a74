using System.Collections.Concurrent;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>When the client of a transaction is answered that is stored as a whole.</summary>
public sealed class DurabilityTests
{
    private const int Transactions = 6;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_transaction_is_answered_when_it_is_stored_though_others_go_on_to_write_to_its_grain()
    {
        var atomicWrites = new HeldWrites();
        var told = new ToldOfDecisions();
        await using var system = await ProtocolUnderTest.Start(
            "deterministic",
            new ProtocolOptions { Timeout = Patience },
            faults: told,
            configure: services => services.AddSingleton<IAtomicWrites>(atomicWrites).AddScoped(typeof(IStateStore<>), typeof(WriteStore<>)));
        Task? last = null;
        for (var i = 0; i <= Transactions; i++)
        {
            // There is always one more that is not stored.
            var next = i < Transactions ? system.Run($"{i}", new CallTree(1, NodeAction.Write, false, [])) : Task.CompletedTask;
            if (i < Transactions)
                await told.Times[i].Task.WaitAsync(Patience, TestContext.Current.CancellationToken);

            if (last is not null)
            {
                Assert.False(last.IsCompleted);
                atomicWrites.Stored[i - 1].SetResult();
                await last.WaitAsync(Patience, TestContext.Current.CancellationToken);
            }

            last = next;
        }
    }

    [Theory]
    [InlineData("locking (local)", "CommitPrepared")]
    [InlineData("ordered-locking (local)", "CommitPrepared")]
    [InlineData("optimistic (local)", "CommitPrepared")]
    [InlineData("deterministic (local)", "ApplyDecision")]
    [InlineData("locking (local)", "CommitAlone")]
    public async Task A_transaction_is_recorded_when_it_is_stored_though_a_grain_does_not_say_that_it_has_heard(string protocol, string message)
    {
        var (atomicWrites, silence, history) = (new HeldWrites(), new SilenceAfter(message), new AwaitedHistory());
        await using var system = await ProtocolUnderTest.Start(
            protocol,
            new ProtocolOptions { Timeout = Patience },
            faults: silence,
            history: history,
            configure: services => services.AddSingleton<IAtomicWrites>(atomicWrites).AddScoped(typeof(IStateStore<>), typeof(WriteStore<>)));
        var others = message == "CommitAlone" ? [] : new[] { new CallTree(2, NodeAction.Write, false, []) };
        var running = system.Run("t", new CallTree(1, NodeAction.Write, false, [.. others]));
        await silence.Begun.WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.Empty(history.All);

        atomicWrites.Stored[0].SetResult();
        await history.First.WaitAsync(Patience, TestContext.Current.CancellationToken);
        Assert.False(running.IsCompleted);

        silence.End();
        await running;
        var attempt = Assert.Single(history.All);
        Assert.Equal((AttemptEnd.Committed, 1 + others.Length), (attempt.End, attempt.Read().Length));
    }

    [Fact]
    public async Task What_was_aborted_is_recorded_so_though_a_grain_does_not_say_that_it_has_heard()
    {
        var (silence, history) = (new SilenceAfter("ApplyDecision"), new AwaitedHistory());
        await using var system = await ProtocolUnderTest.Start(
            "deterministic (local)", new ProtocolOptions { Timeout = TimeSpan.FromMilliseconds(200) }, faults: silence, history: history);
        await Assert.ThrowsAsync<TimeoutException>(() => system.Run("t", new CallTree(1, NodeAction.Fail, false, [])));
        silence.End();
        var attempt = Assert.Single(history.All);
        Assert.Equal((AttemptEnd.Aborted, AbortCause.Failure, false), (attempt.End, attempt.Cause, attempt.HasAccesses));
    }

    [Fact]
    public async Task What_a_silo_takes_back_that_a_killed_one_has_left_is_recorded()
    {
        var history = new AwaitedHistory();
        await using var system = await ProtocolUnderTest.Start(
            "saga (local)",
            new ProtocolOptions { Timeout = Patience },
            history: history,
            configure: services => services
                .AddSingleton<IAtomicWrites>(static services => new LeftStep(services.GetRequiredService<IGrainFactory>()))
                .AddScoped(typeof(IStateStore<>), typeof(WriteStore<>)));
        Assert.Equal([AttemptEnd.Unknown, AttemptEnd.Committed], history.All.Select(static attempt => attempt.End));
        Assert.All(history.All, static attempt => Assert.Equal([new RecordedAccess(0, 7, 1, IsWrite: true)], attempt.Read().ToArray()));
    }

    private static TaskCompletionSource[] New() =>
        [.. Enumerable.Range(0, Transactions).Select(static _ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously))];

    private sealed class HeldWrites : IAtomicWrites
    {
        private int _begun;

        public TaskCompletionSource[] Stored { get; } = New();
        public bool AreSupported => true;

        public AtomicWrite Begin() => new HeldWrite(this, Interlocked.Increment(ref _begun) - 1);

        public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);

    }

    private sealed class LeftStep(IGrainFactory grains) : IAtomicWrites
    {
        public bool AreSupported => true;

        public AtomicWrite Begin() => new WriteAtOnce();

        public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) =>
            new([new PendingStep(Saga: 1, Number: 1, grains.GetGrain<ILedgerGrain>(7).GetGrainId())]);
    }

    private sealed class WriteAtOnce : AtomicWrite
    {
        public override Task Submit() => Task.CompletedTask;
    }

    private sealed class HeldWrite(HeldWrites atomicWrites, int number) : AtomicWrite
    {
        public override Task Submit() => atomicWrites.Stored[number].Task;
    }

    // The grain has been told, and has not answered yet.
    private sealed class ToldOfDecisions : IIncomingGrainCallFilter
    {
        private int _count;

        public TaskCompletionSource[] Times { get; } = New();

        public Task Invoke(IIncomingGrainCallContext context)
        {
            var answer = context.Invoke();
            if (context.MethodName == nameof(IParticipant.Receive))
                Times[Interlocked.Increment(ref _count) - 1].SetResult();

            return answer;
        }
    }

    // A grain does what it is told, and its answer does not arrive.
    private sealed class SilenceAfter(string message) : IIncomingGrainCallFilter
    {
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Begun => _begun.Task;

        public void End() => _ended.SetResult();

        public async Task Invoke(IIncomingGrainCallContext context)
        {
            var isMeant = context.MethodName == nameof(IParticipant.Receive) && context.Request.GetArgument(0)?.GetType().Name == message;
            if (isMeant)
                _begun.TrySetResult();

            await context.Invoke();
            if (isMeant)
                await _ended.Task;
        }
    }

    private sealed class AwaitedHistory : IHistory
    {
        private readonly TaskCompletionSource _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task First => _first.Task;

        public ConcurrentQueue<AttemptLog> All { get; } = [];

        public void Add(AttemptLog attempt)
        {
            All.Enqueue(attempt);
            _first.TrySetResult();
        }
    }

    private sealed class WriteStore<TState> : IStateStore<TState>
        where TState : class, new()
    {
        public ValueTask<TState> Load(CancellationToken cancellationToken) => new(new TState());

        public ValueTask Save(TState state) => throw new InvalidOperationException("It is stored with its transaction.");

        public ValueTask Clear() => ValueTask.CompletedTask;

        public void Add(AtomicWrite write, TState state)
        {
        }

        public void EndStep(AtomicWrite write, long saga)
        {
        }

        public ValueTask<(TState Before, TState After, IReadOnlyList<byte[]> Actions)?> LoadStep(
            long saga, TState now, CancellationToken cancellationToken) =>
            new((new TState(), new TState(), []));
    }
}
