using System.Text.Json;

namespace Marketplace.Driver.Workload;

/// <summary>
/// Checks a dashboard against itself (dash.self): the aggregate must equal the fold of its own entries. Reads the body once, without
/// building it. One worker uses it.
/// </summary>
internal sealed class DashboardFold
{
    private readonly HashSet<(int Customer, int Order)> _orders = [];
    private Totals _view;
    private Totals _fold;
    private int _customer;
    private int _order;

    /// <summary>Entries of the last body read.</summary>
    public int Entries { get; private set; }

    private Totals Fold => _fold with { Orders = _orders.Count, Items = Entries };

    /// <returns>True if it is a dashboard and agrees with itself.</returns>
    public bool Check(ReadOnlySpan<byte> body)
    {
        _orders.Clear();
        _view = default;
        _fold = default;
        Entries = 0;
        try
        {
            var reader = new Utf8JsonReader(body);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return false;
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                if (reader.ValueTextEquals("seller_view"u8) || reader.ValueTextEquals("sellerView"u8))
                    ReadObject(ref reader, ref _view);
                else if (reader.ValueTextEquals("order_entries"u8) || reader.ValueTextEquals("orderEntries"u8))
                    ReadEntries(ref reader);
                else
                    reader.Skip();
            }
        }
        catch (Exception error) when (error is JsonException or InvalidOperationException or FormatException)
        {
            return false;
        }

        return _view == Fold;
    }

    /// <summary>What the last body said, for a witness.</summary>
    public string Describe() => $"aggregate {_view}, fold of its {Entries} entries {Fold}";

    private void ReadEntries(ref Utf8JsonReader reader)
    {
        reader.Read();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            var entry = default(Totals);
            ReadMembers(ref reader, ref entry);
            _fold = _fold.Plus(entry);
            _orders.Add((_customer, _order));
            Entries++;
        }
    }

    private void ReadObject(ref Utf8JsonReader reader, ref Totals totals)
    {
        reader.Read();
        ReadMembers(ref reader, ref totals);
    }

    private void ReadMembers(ref Utf8JsonReader reader, ref Totals totals)
    {
        if (reader.TokenType != JsonTokenType.StartObject) throw new JsonException("An object was expected.");
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("total_amount"u8)) totals.Amount = Next(ref reader);
            else if (reader.ValueTextEquals("total_freight"u8)) totals.Freight = Next(ref reader);
            else if (reader.ValueTextEquals("freight_value"u8)) totals.Freight = Next(ref reader);
            else if (reader.ValueTextEquals("total_incentive"u8)) totals.Incentive = Next(ref reader);
            else if (reader.ValueTextEquals("total_invoice"u8)) totals.Invoice = Next(ref reader);
            else if (reader.ValueTextEquals("total_items"u8)) totals.TotalItems = Next(ref reader);
            else if (reader.ValueTextEquals("count_orders"u8)) totals.Orders = (int)Next(ref reader);
            else if (reader.ValueTextEquals("count_items"u8)) totals.Items = (int)Next(ref reader);
            else if (reader.ValueTextEquals("customer_id"u8)) _customer = (int)Next(ref reader);
            else if (reader.ValueTextEquals("order_id"u8)) _order = (int)Next(ref reader);
            else reader.Skip();
        }
    }

    private static decimal Next(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.GetDecimal();
    }

    private record struct Totals(
        int Orders,
        int Items,
        decimal Amount,
        decimal Freight,
        decimal Incentive,
        decimal Invoice,
        decimal TotalItems)
    {
        public readonly Totals Plus(in Totals other) => this with
        {
            Amount = Amount + other.Amount,
            Freight = Freight + other.Freight,
            Incentive = Incentive + other.Incentive,
            Invoice = Invoice + other.Invoice,
            TotalItems = TotalItems + other.TotalItems,
        };
    }
}
