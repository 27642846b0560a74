using System.Text.Json.Serialization;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Payment;

/// <summary>
/// What Payment must remember of a customer: the last settled attempt, so that a repeated invoice gets the same outcome. The
/// payments themselves never change once made, so they go straight to the archive.
/// </summary>
[GenerateSerializer]
internal sealed partial class PaymentState : IEventState
{
    /// <summary>The last settled attempt.</summary>
    [Id(0), JsonInclude]
    public ReservationId Last { get; internal set; }

    /// <summary>How it ended.</summary>
    [Id(1), JsonInclude]
    public CheckoutOutcome LastOutcome { get; internal set; }

    [Id(2)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => Last == default;

    public void Reset() => (Last, LastOutcome, Book) = (default, default, null);

    /// <summary>Remembers how an attempt ended.</summary>
    public void Record(ReservationId reservation, CheckoutOutcome outcome) => (Last, LastOutcome) = (reservation, outcome);

    /// <summary>How an attempt ended.</summary>
    /// <returns>Null if it is not the last one settled.</returns>
    public CheckoutOutcome? OutcomeOf(ReservationId reservation) => Last == reservation ? LastOutcome : null;
}
