using Marketplace.Contracts.Events;
using Marketplace.Grains.Payment;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Every fifth payment is declined, and the provider never hears of it.</summary>
internal sealed class DecliningProvider(IPaymentProvider inner) : IPaymentProvider
{
    private int _charges;

    public ValueTask<ProviderCharge> Charge(ReservationId key, decimal amount) => Interlocked.Increment(ref _charges) % 5 == 0
        ? new(new ProviderCharge(key, amount, isPaid: false, Task.CompletedTask))
        : inner.Charge(key, amount);

    public ValueTask Void(ProviderCharge charge) => inner.Void(charge);

    public void Reset() => inner.Reset();
}
