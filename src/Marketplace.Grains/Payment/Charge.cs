using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>A charge on behalf of a transaction: the provider gives the money back if the transaction is aborted (spec §2).</summary>
internal sealed record Charge(IPaymentProvider Provider, ReservationId Key, decimal Amount) : CommitAction
{
    private Task _booked = Task.CompletedTask;
    private bool _isPaid;
    private bool _isReleased;
    private bool _isWithdrawn;

    /// <summary>Asks the provider for the money.</summary>
    /// <returns>True if paid.</returns>
    public async ValueTask<bool> Ask()
    {
        (_isPaid, _booked) = await Provider.Charge(Key, Amount);
        if (_isReleased)
        {
            // Without a transaction what was emitted has left before: nobody else waits for the ledger.
            await _booked;
        }

        // The transaction was aborted while the provider thought about it.
        if (_isPaid && _isWithdrawn)
            await Provider.Void(Key, Amount);

        return _isPaid;
    }

    public override Task OnCommit()
    {
        _isReleased = true;
        return _booked;
    }

    public override async Task OnAbort()
    {
        _isWithdrawn = true;
        if (_isPaid)
            await Provider.Void(Key, Amount);
    }
}
