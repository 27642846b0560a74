using Marketplace.Audit.History;
using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Workload;

/// <summary>What all clients of a world share: which operations are left, what they know of products without asking, and all that they did.</summary>
internal sealed class Shop
{
    /// <summary>Name of the run: tids begin with it.</summary>
    public const string Run = "sim";

    private readonly Queue<OperationKind> _deck = new();
    private readonly Queue<int> _idle = new();
    private readonly int[] _sessions;
    private readonly Offer[] _offers;
    private long _tids;
    private int _taken;

    public Shop(WorldSettings settings, Dice dice, int? operations)
    {
        Settings = settings;
        _sessions = new int[settings.Customers + 1];
        _offers = new Offer[settings.Sellers * settings.ProductsPerSeller];
        for (var i = 0; i < _offers.Length; i++)
            _offers[i] = new Offer { Price = Price(i) };
        for (var customer = 1; customer <= settings.Customers; customer++)
            _idle.Enqueue(customer);
        foreach (var kind in Shuffled(settings.Operations, dice).Take(operations ?? settings.Operations))
            _deck.Enqueue(kind);
    }

    /// <summary>Raised when an operation of the mix was taken, with how many were by then.</summary>
    public event Action<int>? Taken;

    public WorldSettings Settings { get; }

    /// <summary>All operations that have ended, in that order.</summary>
    public List<Operation> History { get; } = [];

    /// <summary>Operations of the mix that are left.</summary>
    public int Left => _deck.Count;

    public int Idle => _idle.Count;

    public int Products => _offers.Length;

    /// <summary>Dashboards whose aggregate contradicts their entries.</summary>
    public List<string> Inconsistent { get; } = [];

    /// <summary>Price of a product as ingested.</summary>
    public static decimal Price(int product) => 10m + (2.5m * product);

    public long NextTid() => ++_tids;

    public (int Seller, int Product) Keys(int product) =>
        ((product / Settings.ProductsPerSeller) + 1, (product % Settings.ProductsPerSeller) + 1);

    public Offer Offer(int product) => _offers[product];

    /// <summary>Takes the next operation of the mix. A checkout for which no customer is idle waits for the end of the deck.</summary>
    public OperationKind? Next()
    {
        for (var i = 0; i < _deck.Count; i++)
        {
            var kind = _deck.Dequeue();
            if (kind != OperationKind.Checkout || _idle.Count > 0)
            {
                Taken?.Invoke(++_taken);
                return kind;
            }

            _deck.Enqueue(kind);
        }

        return null;
    }

    /// <summary>Takes an idle customer into a session.</summary>
    public (int Customer, int Session) TakeCustomer()
    {
        var customer = _idle.Dequeue();
        return (customer, ++_sessions[customer]);
    }

    public void ReturnCustomer(int customer) => _idle.Enqueue(customer);

    // All five kinds, however few operations there are.
    private static OperationKind[] Shuffled(int count, Dice dice)
    {
        var kinds = new OperationKind[count];
        for (var i = 0; i < count; i++)
        {
            kinds[i] = (i % 20) switch
            {
                < 8 => OperationKind.Checkout,
                < 11 => OperationKind.PriceUpdate,
                < 13 => OperationKind.ProductDelete,
                < 17 => OperationKind.UpdateDelivery,
                _ => OperationKind.Dashboard,
            };
        }

        for (var i = count - 1; i > 0; i--)
        {
            var j = dice.Below(i + 1);
            (kinds[i], kinds[j]) = (kinds[j], kinds[i]);
        }

        return kinds;
    }
}

/// <summary>What clients know of a product. Updates of one product are sent one at a time.</summary>
internal sealed class Offer
{
    /// <summary>Number of the version: 0 as ingested, else of the transaction that replaced the product.</summary>
    public long Version { get; set; }

    public decimal Price { get; set; }

    public bool IsUpdating { get; set; }

    /// <summary>What it may have become, if an update got no answer.</summary>
    public (long Version, decimal Price)? InDoubt { get; set; }

    /// <summary>An update of it has ended.</summary>
    public void Updated(OutcomeClass outcome, long version, decimal price)
    {
        IsUpdating = false;
        if (outcome == OutcomeClass.Committed)
        {
            (Version, Price, InDoubt) = (version, price, null);
        }
        else if (outcome.IsUnknown())
        {
            InDoubt = (version, price);
        }
        else if (outcome == OutcomeClass.Rejected)
        {
            if (InDoubt is { } offer)
                (Version, Price) = offer;
            InDoubt = null;
        }
    }
}
