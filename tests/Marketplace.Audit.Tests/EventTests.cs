using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class EventTests
{
    private static readonly EventId Invoice = new(EventKind.InvoiceIssued, 1, 1, 0, EventConsumer.Seller, 3);

    private static readonly EventId Confirm = new(EventKind.PaymentConfirmed, 1, 1, 0, EventConsumer.Stock, (3L << 32) | 2);

    private static readonly EventId Approved =
        new(EventKind.ShipmentNotification, 1, 1, (int)ShipmentStatus.Approved, EventConsumer.Order, 1);

    private readonly World _world = new();
    private readonly string _tid;

    public EventTests()
    {
        _tid = _world.Checkout(1, World.Item(3, 2));
        _world.Events = [];
        foreach (var id in new[] { Invoice, Confirm, Approved })
        {
            Add(id, EventStage.Emitted, 0);
            Add(id, EventStage.Applied, 1 + _world.Events.Count);
        }
    }

    [Theory]
    [InlineData("AtMostOnce")]
    [InlineData("AtLeastOnce")]
    [InlineData("ExactlyOnce")]
    public async Task Events_that_took_effect_once_meet_each_level(string level)
    {
        var result = await Audit(level);

        AuditAssert.Violations(result);
        Assert.Equal(("exactly-once", 3L), (Check(result).Level, Check(result).Examined));
        Assert.StartsWith("3 events, 3 arrivals, 3 effects; 0 events were lost, 0 took effect", Check(result).Note, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AtMostOnce", 0)]
    [InlineData("AtLeastOnce", 1)]
    [InlineData("ExactlyOnce", 1)]
    public async Task A_lost_event_is_seen_and_violates_what_forbids_it(string level, int violations)
    {
        _world.Events!.Lose(record => record.Id == Confirm && record.Stage == EventStage.Applied);

        var result = await Audit(level);

        Assert.Equal(("at-most-once", violations, true), (Check(result).Level, Check(result).Violations, Check(result).Claimed));
        Assert.Contains("1 events were lost", Check(result).Note, StringComparison.Ordinal);
        if (violations > 0)
            AuditAssert.Witness(result, "event.once", _tid, "E6 of order 1/1 to stock 3/2", "was lost");
    }

    [Theory]
    [InlineData("AtMostOnce", 1)]
    [InlineData("AtLeastOnce", 0)]
    [InlineData("ExactlyOnce", 1)]
    public async Task An_event_that_took_effect_twice_is_seen_and_violates_what_forbids_it(string level, int violations)
    {
        _world.Events!.Double(record => record.Id == Approved && record.Stage == EventStage.Applied, record => record with { Number = 99 });

        var result = await Audit(level);

        Assert.Equal(("at-least-once", violations, violations == 0), (Check(result).Level, Check(result).Violations, result.Passed));
        if (violations > 0)
            AuditAssert.Witness(result, "event.once", "E8 Approved of order 1/1 to order 1", "took effect 2 times");
    }

    [Fact]
    public async Task A_repeat_that_was_known_is_counted_and_no_violation()
    {
        Add(Invoice, EventStage.Repeated, 9);

        var result = await Audit("ExactlyOnce");

        AuditAssert.Violations(result);
        Assert.EndsWith("1 arrivals were known as repeats.", Check(result).Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_told_again_with_its_number_is_told_once_and_a_sending_without_one_counts_each_time()
    {
        _world.Events!.Double(record => record.Id == Approved && record.Stage == EventStage.Applied);
        Add(new(EventKind.PaymentFailed, 1, 1, 0, EventConsumer.Customer, 1), EventStage.Emitted, 7);
        Add(new(EventKind.PaymentFailed, 1, 1, 0, EventConsumer.Customer, 1), EventStage.Emitted, 7);
        Add(new(EventKind.PaymentFailed, 1, 1, 0, EventConsumer.Customer, 1), EventStage.Applied, 50);
        Add(Invoice, EventStage.Emitted, 0);

        var result = await Audit("ExactlyOnce");

        AuditAssert.Violations(result, ("event.once", 1));
        AuditAssert.Witness(result, "event.once", "E5 of order 1/1 to seller 3", "was emitted 2 times");
    }

    [Fact]
    public async Task An_event_of_nobody_and_one_that_is_both_lost_and_emitted_twice()
    {
        _world.Events!.Lose(record => record.Id == Invoice && record.Stage == EventStage.Emitted);
        _world.Events!.Lose(record => record.Id == Confirm && record.Stage == EventStage.Applied);
        Add(Confirm, EventStage.Emitted, 0);
        Add(Approved, EventStage.Applied, 9);

        var result = await Audit("ExactlyOnce");

        AuditAssert.Violations(result, ("event.once", 3));
        AuditAssert.Witness(result, "event.once", "E5 of order 1/1 to seller 3", "nobody is known to have emitted it");
        AuditAssert.Witness(result, "event.once", "was emitted 2 times; was lost");
        Assert.Equal("violated", Check(result).Level);
    }

    [Fact]
    public async Task At_least_once_is_not_claimed_without_a_protocol_if_a_transaction_was_interrupted()
    {
        _world.Events!.Lose(record => record.Id == Confirm && record.Stage == EventStage.Applied);
        _world.NoCheckout(2, OutcomeClass.Aborted, CheckoutStage.Requested, World.Item(1, 1));

        Assert.False(Check(await Audit("AtLeastOnce")).Claimed);
        Assert.True(Check(await Audit("AtLeastOnce", Guarantee.AllServices)).Claimed);
        Assert.True(Check(await Audit("ExactlyOnce")).Claimed);
    }

    [Fact]
    public async Task A_silo_that_does_not_record_events_is_not_checked()
    {
        _world.Events = null;
        Assert.Equal("not examined", Check(await Audit("ExactlyOnce")).Level);
    }

    private static AuditCheck Check(AuditResult result) => result.Checks.Single(check => check.Id == "event.once");

    private Task<AuditResult> Audit(string level, Guarantee guarantee = Guarantee.EachService)
    {
        _world.DeliveryAsked = Enum.Parse<EventLevel>(level);
        return _world.Audit(guarantee);
    }

    private void Add(EventId id, EventStage stage, int number) =>
        _world.Events!.Add(new EventExport(_tid, id, stage, number, World.Stamp(_world.Now)));
}
