using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Driver.Database;

namespace Marketplace.Driver.Data;

/// <summary>
/// Orders already present as tables: orders, and one for each of their parts, whose rows begin with the customer. All have the orders in the same
/// order, so they are put together again by reading them side by side.
/// </summary>
internal sealed class OrderTables(TableFile file) : IDisposable
{
    private readonly TableWriter<Order> _orders = file.Write<Order>("orders");
    private readonly TableWriter<Part<OrderItem>> _items = file.Write<Part<OrderItem>>("order_items");
    private readonly TableWriter<Part<OrderHistory>> _history = file.Write<Part<OrderHistory>>("order_history");
    private readonly TableWriter<Part<OrderPayment>> _payments = file.Write<Part<OrderPayment>>("order_payments");
    private readonly TableWriter<Part<OrderPaymentCard>> _cards = file.Write<Part<OrderPaymentCard>>("order_cards");
    private readonly TableWriter<Shipment> _shipments = file.Write<Shipment>("shipments");
    private readonly TableWriter<Package> _packages = file.Write<Package>("packages");

    /// <summary>Creates the tables.</summary>
    public static void Create(TableFile file)
    {
        file.Create<Order>("orders");
        file.Create<Part<OrderItem>>("order_items");
        file.Create<Part<OrderHistory>>("order_history");
        file.Create<Part<OrderPayment>>("order_payments");
        file.Create<Part<OrderPaymentCard>>("order_cards");
        file.Create<Shipment>("shipments");
        file.Create<Package>("packages");
    }

    /// <summary>Adds an order with all its parts.</summary>
    public void Add(OrderImport order)
    {
        var customer = order.Order.CustomerId;
        _orders.Add(order.Order);
        AddAll(_items, order.Items);
        AddAll(_history, order.History);
        AddAll(_payments, order.Payments);
        if (order.Card is { } card) _cards.Add(new Part<OrderPaymentCard>(customer, card));
        _shipments.Add(order.Shipment);
        foreach (var package in order.Packages)
            _packages.Add(package);

        void AddAll<T>(TableWriter<Part<T>> table, ImmutableArray<T> parts)
        {
            foreach (var part in parts)
                table.Add(new Part<T>(customer, part));
        }
    }

    /// <summary>Reads the orders with all their parts.</summary>
    /// <exception cref="InvalidDataException">Rows are missing, or are not in the order in which they were written.</exception>
    public static IEnumerable<OrderImport> Read(TableFile file)
    {
        using var items = Side<Part<OrderItem>>("order_items", item => (item.CustomerId, item.Value.OrderId));
        using var history = Side<Part<OrderHistory>>("order_history", step => (step.CustomerId, step.Value.OrderId));
        using var payments = Side<Part<OrderPayment>>("order_payments", payment => (payment.CustomerId, payment.Value.OrderId));
        using var cards = Side<Part<OrderPaymentCard>>("order_cards", card => (card.CustomerId, card.Value.OrderId));
        using var shipments = Side<Shipment>("shipments", shipment => (shipment.CustomerId, shipment.OrderId));
        using var packages = Side<Package>("packages", package => (package.CustomerId, package.OrderId));
        foreach (var order in file.Records<Order>("FROM orders"))
        {
            var key = (order.CustomerId, order.Id);
            var shipped = shipments.Take(key);
            if (shipped.Length != 1)
                throw new InvalidDataException($"The table shipments has no row in its place for order {order.Id} of customer {order.CustomerId}.");

            yield return new OrderImport(
                order,
                Values(items.Take(key)),
                Values(history.Take(key)),
                Values(payments.Take(key)),
                Values(cards.Take(key)).SingleOrDefault(),
                shipped[0],
                packages.Take(key));
        }

        foreach (var (name, isOver) in new[] { ("order_items", items.IsOver), ("order_history", history.IsOver), ("packages", packages.IsOver) })
        {
            if (!isOver) throw new InvalidDataException($"The table {name} has rows that belong to no order in its place.");
        }

        SideBySide<T> Side<T>(string table, Func<T, (int Customer, int Order)> key) => new(file.Records<T>($"FROM {table}"), key);

        static ImmutableArray<T> Values<T>(ImmutableArray<Part<T>> parts) => [.. parts.Select(part => part.Value)];
    }

    public void Dispose()
    {
        _orders.Dispose();
        _items.Dispose();
        _history.Dispose();
        _payments.Dispose();
        _cards.Dispose();
        _shipments.Dispose();
        _packages.Dispose();
    }

    /// <summary>A part of an order that does not name the customer itself.</summary>
    private sealed record Part<T>(int CustomerId, T Value);

    private sealed class SideBySide<T> : IDisposable
    {
        private readonly IEnumerator<T> _rows;
        private readonly Func<T, (int Customer, int Order)> _key;

        public SideBySide(IEnumerable<T> rows, Func<T, (int Customer, int Order)> key)
        {
            (_rows, _key) = (rows.GetEnumerator(), key);
            IsOver = !_rows.MoveNext();
        }

        public bool IsOver { get; private set; }

        /// <summary>The rows of an order, which are the next ones.</summary>
        public ImmutableArray<T> Take((int Customer, int Order) order)
        {
            var taken = ImmutableArray.CreateBuilder<T>();
            for (; !IsOver && _key(_rows.Current) == order; IsOver = !_rows.MoveNext())
                taken.Add(_rows.Current);
            return taken.ToImmutable();
        }

        public void Dispose() => _rows.Dispose();
    }
}
