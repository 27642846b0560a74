using Marketplace.Grains.Payment;
using Orleans;

namespace Marketplace.Silo.Tests.Receipts;

/// <summary>Holds checkouts at their payment until a test lets them go on, or has them fail there.</summary>
internal sealed class HeldPayment : IIncomingGrainCallFilter
{
    private readonly TaskCompletionSource _arrived = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when a checkout is held.</summary>
    public Task Arrived => _arrived.Task.WaitAsync(TimeSpan.FromMinutes(2), TimeProvider.System);

    /// <summary>Whether payments fail, and with what.</summary>
    public Exception? Failure { get; init; }

    public void Release() => _released.TrySetResult();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.Grain is IPaymentGrain && context.MethodName == "OnInvoiceIssued")
        {
            _arrived.TrySetResult();
            if (Failure is not null)
                throw Failure;

            await _released.Task;
        }

        await context.Invoke();
    }
}
