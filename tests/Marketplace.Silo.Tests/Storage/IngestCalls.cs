using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Orleans;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Tells when the orders and payments of one imported group are with their grains, and what these store is on its way.</summary>
internal sealed class IngestCalls(int customers) : IIncomingGrainCallFilter
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _left = 2 * customers;

    /// <summary>Completes when that is so.</summary>
    public Task All => _done.Task.WaitAsync(TimeSpan.FromMinutes(2), TimeProvider.System);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var running = context.Invoke();
        if (context is { MethodName: "Ingest", Grain: IOrderGrain or IPaymentGrain } && Interlocked.Decrement(ref _left) == 0)
            _done.TrySetResult();

        await running;
    }
}
