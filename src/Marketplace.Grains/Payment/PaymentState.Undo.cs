namespace Marketplace.Grains.Payment;

/// <content>The last settled attempt is one value.</content>
internal sealed partial class PaymentState : ICompensable<PaymentState>
{
    public bool CanUndo(PaymentState before, PaymentState after) => IsSame(before, after) || IsSame(this, after);

    public void Undo(PaymentState before, PaymentState after)
    {
        if (!IsSame(before, after))
            (Last, LastOutcome) = (before.Last, before.LastOutcome);
    }

    private static bool IsSame(PaymentState one, PaymentState other) => (one.Last, one.LastOutcome) == (other.Last, other.LastOutcome);
}
