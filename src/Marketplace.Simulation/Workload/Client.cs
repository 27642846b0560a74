using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Workload;

/// <summary>A client: sends one operation after the other, as a worker of the driver does.</summary>
/// <param name="shop">What it shares with other clients.</param>
/// <param name="network">Its way to the silo.</param>
/// <param name="number">Number of the client, from 0.</param>
/// <param name="dice">What it draws from.</param>
internal sealed class Client(Shop shop, Network network, int number, Dice dice)
{
    private const int ItemsMax = 3;
    private const int SealsMax = 12;

    private static readonly TimeSpan ThinkMost = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan FirstSealPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestSealPause = TimeSpan.FromSeconds(8);

    public async Task Run()
    {
        while (shop.Left > 0)
        {
            await Task.Delay(dice.Span(ThinkMost), network.Time);
            await network.Ready();
            if (shop.Next() is not { } kind)
            {
                // Every customer is in a session; if all were put aside nobody ever comes back.
                if (!network.IsAnybodyBusy)
                    return;
                continue;
            }

            using (network.Busy())
                await Do(kind);
        }
    }

    private Task Do(OperationKind kind) => kind switch
    {
        OperationKind.Checkout => Checkout(),
        OperationKind.PriceUpdate => UpdatePrice(),
        OperationKind.ProductDelete => Replace(),
        OperationKind.UpdateDelivery => Deliver(),
        _ => ReadDashboard(),
    };

    private async Task Checkout()
    {
        var (customer, session) = shop.TakeCustomer();
        var tid = shop.NextTid();
        var items = ChooseItems();
        var started = 0L;
        for (var i = 0; i < items.Length; i++)
        {
            var (addTid, item) = (Tid(shop.NextTid()), Line(items[i]));
            var added = Refused(await network.Ask($"{addTid} add of customer {customer}", entry => entry.AddItem(customer, item, addTid)));
            started = i == 0 ? added.Sent : started;
            shop.History.Add(new AddOperation
            {
                Tid = addTid,
                Worker = number,
                Planned = added.Sent,
                Sent = added.Sent,
                Completed = added.Completed,
                Outcome = added.Outcome,
                HttpStatus = added.Status,
                CustomerId = customer,
                Session = session,
            });
            if (added.Outcome == OutcomeClass.Committed)
                continue;
            Note(added, CheckoutStage.Adding, items[..(i + 1)], null);
            await Seal(customer, session);
            return;
        }

        var checkout = Records.Checkout(customer, Tid(tid));
        var reply = Refused(await network.Ask($"{Tid(tid)} checkout of customer {customer}", entry => entry.Checkout(checkout)));
        var outcome = (reply.Outcome, reply.Answer?.Outcome) switch
        {
            (OutcomeClass.Committed, CheckoutOutcome.Rejected) => OutcomeClass.Rejected,
            (OutcomeClass.Committed, CheckoutOutcome.PaymentFailed) => OutcomeClass.PaymentFailed,
            var (other, _) => other,
        };
        Note(reply with { Outcome = outcome }, CheckoutStage.Requested, items, reply.Answer);
        if (outcome == OutcomeClass.Committed)
            shop.ReturnCustomer(customer);
        else
            await Seal(customer, session);

        void Note<T>(Reply<T> ended, CheckoutStage stage, ImmutableArray<SentItem> sent, CheckoutAnswer? answer) =>
            shop.History.Add(new CheckoutOperation
            {
                Tid = Tid(tid),
                Worker = number,
                Planned = ended.Sent,
                Sent = ended.Sent,
                Completed = ended.Completed,
                Outcome = ended.Outcome,
                HttpStatus = ended.Status,
                Stage = stage,
                CustomerId = customer,
                Session = session,
                Started = started,
                Items = sent,
                OrderId = answer?.OrderId ?? 0,
                TotalInvoice = answer?.TotalInvoice ?? 0,
            });
    }

    // A customer whose cart can't be sealed is put aside: a new session would add to what may still be in it.
    private async Task Seal(int customer, int session)
    {
        var pause = FirstSealPause;
        for (var attempt = 1; ; attempt++)
        {
            await network.Ready();
            var tid = Tid(shop.NextTid());
            var reply = Refused(await network.Ask($"{tid} seal of customer {customer}", entry => entry.Seal(customer, tid)));
            if (reply.Outcome == OutcomeClass.Committed || attempt == SealsMax)
            {
                shop.History.Add(new SealOperation
                {
                    Tid = tid,
                    Worker = number,
                    Planned = reply.Sent,
                    Sent = reply.Sent,
                    Completed = reply.Completed,
                    Outcome = reply.Outcome,
                    HttpStatus = reply.Status,
                    CustomerId = customer,
                    Session = session,
                    Reason = SealReason.Failed,
                    Items = [],
                });
                if (reply.Outcome == OutcomeClass.Committed)
                    shop.ReturnCustomer(customer);
                return;
            }

            await Task.Delay(pause, network.Time);
            pause = pause.DoubledUpTo(LongestSealPause);
        }
    }

    private async Task UpdatePrice()
    {
        var product = await TakeProduct();
        var (offer, (seller, id)) = (shop.Offer(product), shop.Keys(product));
        var (version, price) = (offer.Version, Math.Max(0.01m, Math.Round(offer.Price * (0.9m + (0.01m * dice.Below(21))), 2)));
        var number = shop.NextTid();
        var update = new PriceUpdate(seller, id, price, Tid(number), Version(version));
        var reply = Update(await network.Ask($"{Tid(number)} price of {seller}/{id}", entry => entry.UpdatePrice(update)));
        offer.Updated(reply.Outcome, version, price);
        shop.History.Add(new PriceUpdateOperation
        {
            Tid = Tid(number),
            Worker = this.Number,
            Planned = reply.Sent,
            Sent = reply.Sent,
            Completed = reply.Completed,
            Outcome = reply.Outcome,
            HttpStatus = reply.Status,
            SellerId = seller,
            ProductId = id,
            Version = Version(version),
            Price = price,
            Sequence = reply.Answer?.Sequence ?? 0,
        });
    }

    private async Task Replace()
    {
        var product = await TakeProduct();
        var (offer, (seller, id)) = (shop.Offer(product), shop.Keys(product));
        var (version, price) = (offer.Version, offer.Price);
        var number = shop.NextTid();
        var replacement = Records.Product(seller, id, price, Tid(number));
        var reply = Update(await network.Ask($"{Tid(number)} delete of {seller}/{id}", entry => entry.ReplaceProduct(replacement)));
        offer.Updated(reply.Outcome, number, price);
        shop.History.Add(new ProductDeleteOperation
        {
            Tid = Tid(number),
            Worker = this.Number,
            Planned = reply.Sent,
            Sent = reply.Sent,
            Completed = reply.Completed,
            Outcome = reply.Outcome,
            HttpStatus = reply.Status,
            SellerId = seller,
            ProductId = id,
            OldVersion = Version(version),
            NewVersion = Tid(number),
            Price = price,
            Sequence = reply.Answer?.Sequence ?? 0,
        });
    }

    private async Task Deliver()
    {
        var tid = Tid(shop.NextTid());
        var reply = await network.Ask($"{tid} update delivery", entry => entry.UpdateDelivery(tid));
        shop.History.Add(new UpdateDeliveryOperation
        {
            Tid = tid,
            Worker = number,
            Planned = reply.Sent,
            Sent = reply.Sent,
            Completed = reply.Completed,
            Outcome = reply.Outcome,
            HttpStatus = reply.Status,
            Sellers = reply.Answer?.Sellers ?? 0,
            Packages = reply.Answer?.Packages ?? 0,
        });
    }

    private async Task ReadDashboard()
    {
        var (tid, seller) = (Tid(shop.NextTid()), dice.Between(1, shop.Settings.Sellers));
        var reply = Refused(await network.Ask($"{tid} dashboard of {seller}", entry => entry.Dashboard(seller, tid)));
        var isConsistent = reply.Answer is { } dashboard && Dashboards.IsConsistent(dashboard);
        if (reply.Answer is not null && !isConsistent)
            shop.Inconsistent.Add($"{tid}: seller {seller}");
        shop.History.Add(new DashboardOperation
        {
            Tid = tid,
            Worker = number,
            Planned = reply.Sent,
            Sent = reply.Sent,
            Completed = reply.Completed,
            Outcome = reply.Outcome,
            HttpStatus = reply.Status,
            SellerId = seller,
            Entries = reply.Answer?.OrderEntries.Length ?? 0,
            IsConsistent = isConsistent,
        });
    }

    private int Number => number;

    private async Task<int> TakeProduct()
    {
        while (true)
        {
            var first = dice.Below(shop.Products);
            for (var i = 0; i < shop.Products; i++)
            {
                var product = (first + i) % shop.Products;
                if (!shop.Offer(product).IsUpdating)
                {
                    shop.Offer(product).IsUpdating = true;
                    return product;
                }
            }

            await Task.Delay(ThinkMost, network.Time);
        }
    }

    private ImmutableArray<SentItem> ChooseItems()
    {
        var items = ImmutableArray.CreateBuilder<SentItem>();
        var (count, first) = (dice.Between(1, Math.Min(ItemsMax, shop.Products)), dice.Below(shop.Products));
        for (var i = 0; i < count; i++)
        {
            var product = (first + i) % shop.Products;
            var (offer, (seller, id), quantity) = (shop.Offer(product), shop.Keys(product), dice.Between(1, 3));
            var voucher = dice.Chance(0.2) ? Math.Round(offer.Price * 0.05m, 2) : 0;
            items.Add(new SentItem(seller, id, Version(offer.Version), offer.Price, Records.Freight, voucher, quantity));
        }

        return items.ToImmutable();
    }

    private static CartItem Line(SentItem item) => new(
        item.SellerId, item.ProductId, "Lamp", item.UnitPrice, item.FreightValue, item.Quantity, item.Voucher, item.Version);

    private static Reply<Refusal?> Refused(Reply<Refusal?> reply) => reply.Answer is { } refusal
        ? reply with { Outcome = OutcomeClass.DriverFault, Status = StatusOf(refusal) }
        : reply;

    private static Reply<T> Refused<T>(Reply<Answer<T>> reply)
        where T : class => reply.Answer.IsRefused
        ? new(null, OutcomeClass.DriverFault, StatusOf(reply.Answer.Refusal), reply.Sent, reply.Completed)
        : new(reply.Answer.Value, reply.Outcome, reply.Status, reply.Sent, reply.Completed);

    // A version that is not current any more is no fault of the client's.
    private static Reply<UpdateAnswer> Update(Reply<Answer<UpdateAnswer>> reply) =>
        Refused(reply) is { Status: 409 } stale ? stale with { Outcome = OutcomeClass.Rejected } : Refused(reply);

    private static int StatusOf(Refusal refusal) => refusal.Kind switch
    {
        RefusalKind.Invalid => 400,
        RefusalKind.NotFound => 404,
        _ => 409,
    };

    private static string Tid(long number) => string.Create(CultureInfo.InvariantCulture, $"{Shop.Run}-{number}");

    private static string Version(long number) => RunNames.Version(Shop.Run, number);
}
