using Marketplace.Contracts.Requests;
using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>Whether a checkout may go on.</summary>
/// <param name="MayProceed">True: run it, then close. False: answer instead.</param>
/// <param name="Answer">The answer of an earlier run of the same tid, or a refusal.</param>
[GenerateSerializer, Immutable]
public sealed record CheckoutOpening(bool MayProceed, Answer<CheckoutAnswer> Answer)
{
    /// <summary>Go on.</summary>
    public static CheckoutOpening Proceed { get; } = new(true, default);

    /// <summary>Answer instead.</summary>
    public static CheckoutOpening Say(Answer<CheckoutAnswer> answer) => new(false, answer);
}
