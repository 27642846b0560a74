using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>A charge on behalf of a transaction: the provider gives the money back if the transaction is aborted (spec §2).</summary>
internal sealed record Charge(IPaymentProvider Provider, ReservationId Key, decimal Amount) : CommitAction
{
    private ProviderCharge? _charge;
    private bool _isReleased;
    private bool _isWithdrawn;

    /// <summary>Asks the provider for the money.</summary>
    /// <returns>True if paid.</returns>
    public async ValueTask<bool> Ask()
    {
        var charge = _charge = await Provider.Charge(Key, Amount);
        if (_isReleased)
        {
            // Without a transaction what was emitted has left before: nobody else waits for the ledger.
            await charge.Booked;
        }

        // The transaction was aborted while the provider thought about it.
        if (_isWithdrawn)
            await GiveBack();

        return charge.IsPaid;
    }

    public override Task OnCommit()
    {
        _isReleased = true;
        return _charge?.Booked ?? Task.CompletedTask;
    }

    public override Task OnAbort()
    {
        _isWithdrawn = true;
        return GiveBack();
    }

    private async Task GiveBack()
    {
        if (_charge is not { IsPaid: true } paid)
            return;

        _charge = null;
        try
        {
            await Provider.Void(paid);
        }
        catch
        {
            _charge = paid;
            throw;
        }
    }
}
