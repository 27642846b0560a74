using Marketplace.Grains.Stock;
using Orleans;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Holds Stock up when it hears of a product's delete, and has it fail then.</summary>
internal sealed class HeldDelete : IIncomingGrainCallFilter
{
    private readonly TaskCompletionSource _held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when it is held up.</summary>
    public Task Held => _held.Task;

    /// <summary>Has it fail.</summary>
    public void Fail() => _failed.SetResult();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.MethodName == nameof(IStockGrain.OnProductDeleted))
        {
            _held.TrySetResult();
            await _failed.Task;
            throw new InvalidOperationException("It fails on purpose.");
        }

        await context.Invoke();
    }
}
