using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Grains.EventDelivery;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.EventDelivery;

/// <summary>Outbox and inbox as parts of a state.</summary>
public sealed class KeptEventsTests
{
    private static readonly EventId Paid = new(EventKind.PaymentConfirmed, 7, 3, 0, EventConsumer.Seller, 4);

    [Fact]
    public void Rows_about_one_subject_leave_in_their_order_and_know_their_events()
    {
        var kept = KeptEvents.Empty.With(Warned(1, 2)).With(Warned(1, 3)).With(Warned(1, 2, number: 8));
        Assert.Equal([1, 2, 3], kept.Outbox.Select(row => row.Number));
        var first = kept.First(1, 2)!;
        Assert.Equal(1, first.Number);
        Assert.True(kept.Tells(Warning(1, 2)));
        Assert.False(kept.Tells(Warning(1, 4)));

        kept = kept.Without(first)!;
        Assert.Null(kept.Without(first));
        Assert.Equal(3, kept.First(1, 2)!.Number);
        Assert.False(kept.Tells(Warning(1, 2)));
        Assert.Equal(4, kept.With(Warned(1, 2)).Outbox[^1].Number);
    }

    [Fact]
    public void A_repeat_is_known_however_old_it_is_until_it_is_forgotten_and_refused_after_that()
    {
        var (kept, effect) = KeptEvents.Empty.Hear(new EventStamp(Paid, Sent: 10, Attempt: 1), 1);
        Assert.Equal(1, effect);
        (kept, effect) = kept.Hear(new EventStamp(Paid, Sent: 1_000_000, Attempt: 1), 2);
        Assert.Equal(1, effect);
        (kept, effect) = kept.Hear(new EventStamp(Paid, Sent: 5, Attempt: 1), 3);
        Assert.Equal(1, effect);

        Assert.Empty(kept.Older(1_000_000));
        Assert.Equal([Paid], kept.Older(1_000_001));
        kept = kept.Forget([Paid]);
        Assert.Empty(kept.Inbox);
        foreach (var sent in new long[] { 10, 1_000_000 })
            Assert.Throws<TimeoutException>(() => kept.Hear(new EventStamp(Paid, sent, Attempt: 1), 4));

        // What was sent after that is none of those that were forgotten.
        Assert.Equal(5, kept.Hear(new EventStamp(Paid with { Number = 4 }, 1_000_001, Attempt: 1), 5).Effect);
    }

    // Producers that send each event until it has arrived, over calls that come any number of times, in any order, any time later.
    [Fact]
    public void Whatever_comes_when_each_event_takes_effect_once_and_memory_is_bounded()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var random = new Random(seed);
            var (kept, arrivals, now) = (KeptEvents.Empty, 0, 1_000L);
            var unsettled = new HashSet<EventId>();
            var onTheWay = new List<EventStamp>();
            var effects = new Dictionary<EventId, int>();
            for (var step = 0; step < 1_500; step++)
            {
                now += random.Next(1, 5);
                if (unsettled.Count < 5)
                    unsettled.Add(Paid with { Number = step });

                var id = unsettled.ElementAt(random.Next(unsettled.Count));
                var stamp = new EventStamp(id, now, Attempt: 1);
                onTheWay.Add(stamp);

                // Any call may come now, again or for the first time; the producer hears of its own.
                var coming = random.Next(2) == 0 ? stamp : onTheWay[random.Next(onTheWay.Count)];
                try
                {
                    (kept, var effect) = kept.Hear(coming, ++arrivals);
                    effects[coming.Id] = effects.GetValueOrDefault(coming.Id) + (effect == arrivals ? 1 : 0);
                    if (coming == stamp)
                        unsettled.Remove(id);
                }
                catch (TimeoutException)
                {
                    Assert.True(coming != stamp, $"Seed {seed}: a call was refused that was the last one made.");
                }

                if (kept.Inbox.Count > 32)
                {
                    kept = kept.Forget([.. kept.Older(now - 20).Where(old => !unsettled.Contains(old))]);
                    Assert.True(kept.Inbox.Count < 32, $"Seed {seed}: {kept.Inbox.Count} events are remembered.");
                }
            }

            Assert.All(effects, effect => Assert.Equal(1, effect.Value));
            Assert.True(effects.Count > 100, $"Seed {seed}: {effects.Count} events.");
        }
    }

    private static EventId Warning(int seller, int product) => new(EventKind.LowStockWarning, seller, product, 5, EventConsumer.Seller, seller);

    private static OutboxRow Warned(int seller, int product, int number = 5) => new("t")
    {
        Warning = new LowStockWarning("t", seller, product, number, 10, 1, 10m, 3, new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc)),
    };
}
