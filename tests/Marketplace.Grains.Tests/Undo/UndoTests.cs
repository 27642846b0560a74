using System.Text.Json;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.Undo;

/// <summary>Update, updates of others, undo: as if there had been the others alone.</summary>
public sealed class UndoTests
{
    [Fact]
    public void Every_state_of_a_service_can_be_compensated()
    {
        var states = typeof(IServiceState).Assembly.GetTypes().Where(type => type.IsClass && type.IsAssignableTo(typeof(IServiceState)));
        Assert.Equal(9, states.Count());
        Assert.All(states, state => Assert.True(state.IsAssignableTo(typeof(ICompensable<>).MakeGenericType(state)), state.Name));
    }

    [Fact]
    public void Stock() => Property.Holds(random =>
    {
        var stock = new StockState();
        stock.Put(Samples.Item(20));
        var worlds = new Worlds<StockState>(stock);
        Run(worlds, random, customer => StockOperation(random, customer));
        worlds.Compare(static s => JsonSerializer.Serialize(
            new { Item = s.Item(), s.Replenished, s.Demand.Sum, s.IsLow, Open = s.Open.OrderBy(open => open.Reservation.CustomerId) }));
    });

    [Fact]
    public void The_number_of_an_event_of_stock_that_is_taken_back_is_not_given_again()
    {
        var (before, after, now) = (new StockState(), new StockState(), new StockState());
        foreach (var state in (StockState[])[before, after, now])
            state.Put(Samples.Item(20));

        Assert.Equal(1, after.Replenish(2, Samples.Noon).Number);
        Assert.Equal(1, now.Replenish(2, Samples.Noon).Number);
        now.Undo(before, after);
        Assert.Equal((2, 23), (now.Replenish(3, Samples.Noon).Number, now.Available));
    }

    [Fact]
    public void Bounds_of_stock_hold_whoever_is_compensated() => Property.Holds(random =>
    {
        var stock = new StockState();
        stock.Put(Samples.Item(10));
        var worlds = new Worlds<StockState>(stock);
        worlds.Other(s => s.Reserve(Request(random, 1, 5), Samples.Noon).Status);
        worlds.Mine(s => s.Cancel(new ReservationId(1, 1, 1), Samples.Noon));
        worlds.Other(s => s.Reserve(Request(random, 2, 4), Samples.Noon).Status);
        worlds.Other(s => s.Reserve(Request(random, 3, 4), Samples.Noon).Status);
        Assert.Equal((1, 2), worlds.Others);
        worlds.Compare(static s => (s.Available, s.Reserved, s.SlackMin >= 0, s.ReservedMin >= 0));
    });

    [Fact]
    public void Customer() => Property.Holds(random =>
    {
        var worlds = new Worlds<CustomerState>(new CustomerState());
        Run(worlds, random, _ => random.Next(5) switch
        {
            0 => Each<CustomerState>(random.Next(1, 9) * 1.5m, static (s, amount) => s.Paid(amount)),
            1 => Each<CustomerState>(0, static (s, _) => s.PaymentFailed()),
            2 => Each<CustomerState>(random.Next(1, 4), static (s, count) => s.Delivered((int)count)),
            3 => Each<CustomerState>(0, static (s, _) => s.Abandoned()),
            _ => Each<CustomerState>(0, static (s, _) => s.Rejected()),
        });
        worlds.Compare(static s => (s.SuccessPayments, s.FailedPayments, s.Deliveries, s.RejectedCheckouts, s.AbandonedCarts, s.TotalSpent));
        Assert.Equal(0, worlds.Others.Blocked);
    });

    [Fact]
    public void Payment() => Property.Holds(random =>
    {
        var worlds = new Worlds<PaymentState>(new PaymentState());
        Run(worlds, random, who => Each<PaymentState>(random.Next(9), (s, session) =>
            s.Record(new ReservationId(who, (int)session, 1), CheckoutOutcome.Committed)));
        worlds.Compare(static s => (s.Last, s.LastOutcome));
    });

    [Fact]
    public void Product() => Property.Holds(random =>
    {
        var product = new ProductState();
        product.Put(new Contracts.Entities.Product(1, 1, "Lamp", "", "", "", 10m, 1m, "approved", "0"));
        var worlds = new Worlds<ProductState>(product);
        Run(worlds, random, who => ProductOperation(random, who));
        worlds.Compare(static s => JsonSerializer.Serialize(s));
    });

    [Fact]
    public void The_order_of_a_sellers_updates() => Property.Holds(random =>
    {
        var worlds = new Worlds<UpdateLogState>(new UpdateLogState());
        Run(worlds, random, _ =>
        {
            var (product, price) = (random.Next(3), random.Next(100));
            return s => s.Append(product, new ProductReplica("0", price, 1)).Sequence;
        });
        worlds.Compare(static s => (s.Sequence, JsonSerializer.Serialize(s.Products.OrderBy(product => product.Key))));
    });

    [Fact]
    public void Cart() => Property.Holds(random =>
    {
        var cart = new CartState();
        Assert.Null(cart.Add(Samples.Line(1, 1), 10, AfterFailure.KeepSession));
        Assert.Null(cart.Add(Samples.Line(1, 2), 10, AfterFailure.KeepSession));
        var worlds = new Worlds<CartState>(cart);
        Run(worlds, random, who => CartOperation(random, who));
        worlds.Compare(static s => JsonSerializer.Serialize(new
        {
            s.Session,
            s.SessionOpen,
            s.Attempts,
            s.Items,
            s.LastAnswer,
            s.Failed,
            Replicas = s.Items.Select(item => s.Replicas.GetValueOrDefault(Keys.Pair(item.SellerId, item.ProductId))),
        }));
    });

    // Others before the saga, then both in turns.
    internal static void Run<TState>(Worlds<TState> worlds, Random random, Func<int, Func<TState, object?>> operation)
        where TState : class, ICompensable<TState>
    {
        for (var i = random.Next(8); i > 0; i--)
            worlds.Other(operation(random.Next(2, 6)));

        for (var i = random.Next(1, 12); i > 0; i--)
        {
            if (random.Next(3) == 0)
            {
                var mine = operation(1);
                worlds.Mine(s => mine(s));
            }
            else
            {
                worlds.Other(operation(random.Next(2, 6)));
            }
        }
    }

    internal static Func<StockState, object?> StockOperation(Random random, int customer) => random.Next(6) switch
    {
        0 or 1 => Reserve(random, customer),
        2 => s => Do(() => s.Confirm(new ReservationId(customer, 1, 1), Samples.Noon)),
        3 => s => Do(() => s.Cancel(new ReservationId(customer, 1, 1), Samples.Noon)),
        4 => s => s.Replenish(2, Samples.Noon).Status,
        _ => Delete(random, customer),
    };

    internal static Func<ProductState, object?> ProductOperation(Random random, int who)
    {
        var (price, tid) = (random.Next(100), $"{who}-{random.Next()}");
        return random.Next(4) switch
        {
            0 => s => s.Replace(tid, s.Current! with { Version = tid, Price = price }, out _),
            1 => s => s.Delete(tid),
            _ => s => s.UpdatePrice(new PriceUpdate(1, 1, price, tid, null)),
        };
    }

    private static Func<CartState, object?> CartOperation(Random random, int who)
    {
        var (product, price, outcome) = (random.Next(1, 5), random.Next(100), (CheckoutOutcome)random.Next(2));
        var now = Samples.Noon.AddTicks(random.NextInt64(1, TimeSpan.TicksPerHour));
        return random.Next(8) switch
        {
            0 => s => s.Add(Samples.Line(1, product), 10, AfterFailure.KeepSession),
            1 => s => s.Remove(1, product),
            2 => s => s.Begin(1)!.Reservation,
            3 => s => Do(() => s.Conclude(new CheckoutAnswer($"{who}", outcome, 1, "", 1, 1), Samples.Noon), () => s.Session),
            4 => s => string.Join(' ', s.Seal(1, $"{who}", now, TimeSpan.FromHours(1))),
            _ => s => Do(
                () => s.Learn(1, product, new ProductReplica("0", price), inOrder: false),
                () => s.Replicas.GetValueOrDefault(Keys.Pair(1, product))),
        };
    }

    internal static object? Do(Action action, Func<object?>? answer = null)
    {
        action();
        return answer?.Invoke();
    }

    private static Func<TState, object?> Each<TState>(decimal amount, Action<TState, decimal> operation) => state =>
    {
        operation(state, amount);
        return null;
    };

    private static Func<StockState, object?> Reserve(Random random, int customer)
    {
        var request = Request(random, customer, random.Next(1, 8));
        return s => s.Reserve(request, Samples.Noon).Status;
    }

    private static ReserveInventory Request(Random random, int customer, int quantity) =>
        new($"{random.Next()}", new ReservationId(customer, 1, 1), Samples.Noon, "0", quantity);

    private static Func<StockState, object?> Delete(Random random, int who)
    {
        // The product refuses to be deleted twice, so its stock does not hear of that.
        var version = random.Next(2) == 0 ? null : $"{who}-{random.Next()}";
        var deleted = new ProductDeleted("t", 1, 1, "0", version, 3m);
        return s => version is not null || s.Active ? Do(() => s.OnProductDeleted(deleted, Samples.Noon), () => "deleted") : "refused";
    }
}
