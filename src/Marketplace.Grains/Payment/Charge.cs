using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Payment;

/// <summary>A charge on behalf of a transaction: the provider gives the money back if the transaction is aborted (spec §2).</summary>
internal sealed record Charge(IPaymentProvider Provider, ReservationId Key, decimal Amount) : CommitAction
{
    private Task<ProviderCharge>? _answer;
    private bool _isReleased;
    private bool _isWithdrawn;
    private bool _isGivenBack;

    /// <summary>Asks the provider for the money.</summary>
    /// <returns>True if paid.</returns>
    public async ValueTask<bool> Ask()
    {
        // The transaction was aborted since it was emitted: what it goes on to do comes to nothing.
        if (_isWithdrawn)
            return false;

        _answer = Provider.Charge(Key, Amount).AsTask();
        var charge = await _answer;
        if (_isReleased)
        {
            // Without a transaction what was emitted has left before: nobody else waits for the ledger.
            await charge.Booked;
        }

        return charge.IsPaid;
    }

    public override async Task OnCommit()
    {
        _isReleased = true;
        if (_answer is { } answer)
            await (await answer).Booked;
    }

    /// <summary>Gives the money back, also if the provider still thinks about it.</summary>
    public override async Task OnAbort()
    {
        _isWithdrawn = true;
        if (_answer is not { } answer)
            return;

        // What was never charged need not be given back.
        await answer.Ended();
        if (!answer.IsCompletedSuccessfully || await answer is not { IsPaid: true } charge || _isGivenBack)
            return;

        _isGivenBack = true;
        try
        {
            await Provider.Void(charge);
        }
        catch
        {
            _isGivenBack = false;
            throw;
        }
    }
}
