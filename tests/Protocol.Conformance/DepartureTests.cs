using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Orleans.Transactions.Abstractions;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>A grain that leaves while a transaction of Orleans waits in it for the end of another.</summary>
public sealed class DepartureTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    // Orleans waits ten times as long for an answer, and gives the grain up after twenty: more than the first transaction takes on a busy
    // machine, whose code is compiled while it runs.
    private static readonly ProtocolOptions Options = new()
    {
        Timeout = TimeSpan.FromMilliseconds(400),
        Retries = 100,
        RetryFor = TimeSpan.FromMinutes(2),
    };

    [Fact]
    public async Task A_grain_that_leaves_before_it_hears_how_a_transaction_ended_comes_back()
    {
        var confirmation = new HeldConfirmation();
        await using var system = await ProtocolUnderTest.Start(
            "orleans-transactions",
            Options,
            confirmation,
            configure: services => services.AddSingleton<IOutgoingGrainCallFilter>(confirmation));
        await system.Run(static async (tx, grains) =>
        {
            await grains.GetGrain<IAccountGrain>(1).Add(tx, 10);
            return await grains.GetGrain<IAccountGrain>(2).Add(tx, 10);
        });
        var account = await confirmation.Held.WaitAsync(Patience, TestContext.Current.CancellationToken);

        // Who has read what is not confirmed yet waits in the grain until it is.
        var reader = system.Run((tx, grains) => grains.GetGrain<IAccountGrain>(account).Balance(tx));
        await confirmation.ReaderWaits.WaitAsync(Patience, TestContext.Current.CancellationToken);
        await system.Run(async (_, grains) =>
        {
            await grains.GetGrain<IAccountGrain>(account).Leave();
            return 0L;
        });
        confirmation.Release();
        await Task.WhenAny(reader).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.Equal(10, await Balance(system, account).WaitAsync(Patience, TestContext.Current.CancellationToken));
    }

    // One that waited for the grain in vain is not run again by itself.
    private static async Task<long> Balance(ProtocolUnderTest system, long account)
    {
        while (true)
        {
            try
            {
                return await system.Run((tx, grains) => grains.GetGrain<IAccountGrain>(account).Balance(tx));
            }
            catch (Exception exception) when (exception is TransactionAbortedException or TimeoutException)
            {
                await Task.Yield();
            }
        }
    }

    /// <summary>Holds back how the first transaction ended, as if the message were slow, and sees who waits for it.</summary>
    private sealed class HeldConfirmation : IOutgoingGrainCallFilter, IIncomingGrainCallFilter
    {
        private readonly TaskCompletionSource<long> _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _readerWaits = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

        /// <summary>The account that does not hear it.</summary>
        public Task<long> Held => _held.Task;

        public Task ReaderWaits => _readerWaits.Task;

        public void Release() => _released.SetResult();

        public async Task Invoke(IOutgoingGrainCallContext context)
        {
            if (context.MethodName == nameof(ITransactionalResourceExtension.Confirm))
            {
                _held.TrySetResult(context.TargetId.GetIntegerKey());
                await _released.Task;
            }

            await context.Invoke();
        }

        public Task Invoke(IIncomingGrainCallContext context)
        {
            if (context.MethodName == nameof(ITransactionalResourceExtension.CommitReadOnly))
                _readerWaits.TrySetResult();

            return context.Invoke();
        }
    }
}
