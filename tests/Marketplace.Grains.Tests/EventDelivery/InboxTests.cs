using Marketplace.Contracts.Audit;
using Marketplace.Grains.EventDelivery;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.EventDelivery;

public sealed class InboxTests
{
    private static readonly TimeSpan Validity = TimeSpan.FromTicks(100);

    private static readonly EventId Paid = new(EventKind.PaymentConfirmed, 7, 3, 0, EventConsumer.Seller, 4);

    private readonly Inbox _inbox = new(Validity);

    [Fact]
    public void A_repeat_is_known_and_another_event_or_another_attempt_is_not_taken_for_one()
    {
        var stamp = new EventStamp(Paid, Sent: 10, Attempt: 1);
        var (book, stage) = _inbox.Receive(DeliveryState.Empty, stamp, 20);
        Assert.Equal(EventStage.Applied, stage);
        Assert.Equal(EventStage.Repeated, _inbox.Receive(book, stamp, 30).Stage);
        EventStamp[] others =
        [
            stamp with { Attempt = 2 }, stamp with { Sent = 11 }, stamp with { Id = Paid with { Kind = EventKind.PaymentFailed } },
            stamp with { Id = Paid with { Owner = 8 } }, stamp with { Id = Paid with { Number = 4 } }, stamp with { Id = Paid with { Part = 1 } },
            stamp with { Id = Paid with { Consumer = EventConsumer.Customer } }, stamp with { Id = Paid with { Key = 5 } },
        ];
        foreach (var other in others)
        {
            (book, stage) = _inbox.Receive(book, other, 30);
            Assert.Equal(EventStage.Applied, stage);
        }

        Assert.Equal(1 + others.Length, Remembered(book));
        Assert.Equal(1 + others.Length, book.Arrivals);
    }

    [Fact]
    public void A_call_is_known_as_long_as_it_may_come_and_refused_after_that()
    {
        var stamp = new EventStamp(Paid, Sent: 10, Attempt: 1);
        var (book, _) = _inbox.Receive(DeliveryState.Empty, stamp, 10);
        Assert.Equal(EventStage.Repeated, _inbox.Receive(book, stamp, 10 + Validity.Ticks).Stage);
        var refused = Assert.Throws<TimeoutException>(() => _inbox.Receive(book, stamp, 11 + Validity.Ticks));
        Assert.Contains("it is refused", refused.Message, StringComparison.Ordinal);
    }

    // Calls that come any number of times, in any order, any time after they were made, at a clock that goes back now and then.
    [Fact]
    public void Whatever_comes_when_no_event_takes_effect_twice_one_that_comes_in_time_does_and_memory_is_bounded()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var (book, now, latest, attempt) = (DeliveryState.Empty, 1_000L, 0L, 0L);
            var onTheWay = new List<EventStamp>();
            var effects = new Dictionary<EventStamp, int>();
            for (var step = 0; step < 2_000; step++)
            {
                now += random.Next(10) == 0 ? -random.Next(3) : random.Next(4);
                latest = Math.Max(latest, now);
                onTheWay.Add(new EventStamp(Paid with { Number = random.Next(5) }, now, random.Next(3) == 0 ? ++attempt : attempt));
                var next = random.Next(Math.Max(0, onTheWay.Count - 80), onTheWay.Count);
                var stamp = onTheWay[next];
                try
                {
                    (book, var stage) = _inbox.Receive(book, stamp, now);
                    var count = effects[stamp] = effects.GetValueOrDefault(stamp) + (stage == EventStage.Applied ? 1 : 0);
                    Assert.True(count == 1, $"Seed {seed}, step {step}: {stamp} took effect {count} times.");
                }
                catch (TimeoutException)
                {
                    Assert.True(latest - stamp.Sent > Validity.Ticks, $"Seed {seed}, step {step}: a call in time was refused.");
                }

                // At most one event a step is young, and those of twice the time may wait to be forgotten.
                Assert.True(Remembered(book) <= 6 * Validity.Ticks, $"Seed {seed}, step {step}: {Remembered(book)} are remembered.");
            }

            Assert.True(effects.Count > 500, $"Seed {seed}: hardly an event arrived.");
        }
    }

    private static int Remembered(DeliveryState book)
    {
        var count = 0;
        foreach (var last in new[] { book.Recent, book.Earlier })
        {
            for (var entry = last; entry is not null; entry = entry.Before)
                count++;
        }

        return count;
    }
}
