using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
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

    private sealed class WriteStore<TState> : IStateStore<TState>
        where TState : class, new()
    {
        public ValueTask<TState> Load(CancellationToken cancellationToken) => new(new TState());

        public ValueTask Save(TState state) => throw new InvalidOperationException("It is stored with its transaction.");

        public ValueTask Clear() => ValueTask.CompletedTask;

        public void Add(AtomicWrite write, TState state)
        {
        }
    }
}
