using System.Globalization;
using Marketplace.Audit.Events;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>event.order: what a consumer heard of an order came in causal order (spec §4).</summary>
internal sealed class EventOrder(RunFacts run) : Check
{
    public override string Id => "event.order";
    public override string Criterion => "Event order";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "At each consumer the events of an order first took effect in causal order: the invoice (E5) before its payment (E6, E7), the "
        + "payment before shipment and delivery (E8, E9), and E8 approved and every E9 before E8 concluded.";

    public override bool IsAsked => !run.Claims.IsUnorderedAsked;
    public override string? Hidden => IsRecorded ? null : run.NotRecorded;

    /// <summary>True if the events are known.</summary>
    public bool IsRecorded { get; set; }

    public override string Level => Findings.Violations > 0 ? "unordered" : "causal";

    public override string? Note => string.Create(
        CultureInfo.InvariantCulture, $"Examined are {Findings.Examined} orders as their consumers heard of them.");

    /// <summary>Looks at what one consumer heard of one order.</summary>
    /// <param name="effects">The effects, in the order in which they came.</param>
    public void Examine(List<EffectRow> effects)
    {
        Findings.Examine();
        var earlier = new List<EventId>();
        var problems = new List<string>();
        foreach (var id in effects.Select(effect => effect.Id))
        {
            // What came once more is judged by its first time.
            if (earlier.Contains(id))
                continue;
            foreach (var before in earlier.Where(before => MustComeBefore(id, before)))
                problems.Add($"{EventName.Kind(id)} came after {EventName.Kind(before)}");
            earlier.Add(id);
        }

        Findings.Violate($"{EventName.Subject(effects[0].Id)} at {EventName.Consumer(effects[0].Id)}", problems);
    }

    private static bool MustComeBefore(EventId first, EventId second) => first.Kind switch
    {
        EventKind.InvoiceIssued => second.Kind is EventKind.PaymentConfirmed or EventKind.PaymentFailed,
        EventKind.PaymentConfirmed => second.Kind is EventKind.ShipmentNotification or EventKind.DeliveryNotification,
        EventKind.ShipmentNotification => first.Part == (int)ShipmentStatus.Approved && IsConclusion(second),
        EventKind.DeliveryNotification => IsConclusion(second),
        _ => false,
    };

    private static bool IsConclusion(EventId id) =>
        id.Kind == EventKind.ShipmentNotification && id.Part == (int)ShipmentStatus.Concluded;
}
