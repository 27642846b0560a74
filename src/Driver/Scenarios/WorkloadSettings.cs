namespace Marketplace.Driver.Scenarios;

/// <summary>The transactions (spec §5).</summary>
internal sealed record WorkloadSettings
{
    /// <summary>Value of <see cref="Kind"/>: the transactions of Online Marketplace.</summary>
    public const string Marketplace = "marketplace";

    /// <summary>Value of <see cref="Kind"/>: the operations of YCSB on a database.</summary>
    public const string Database = "ycsb";

    /// <summary>"marketplace"; "roles" and "items" of the record service; "ycsb" of a database.</summary>
    public string Kind { get; init; } = Marketplace;

    /// <summary>Of the kind "items".</summary>
    public ItemSettings Items { get; init; } = new();

    /// <summary>Of the kind "ycsb".</summary>
    public YcsbSettings Ycsb { get; init; } = new();

    /// <summary>Share of each transaction.</summary>
    public required MixSettings Mix { get; init; }

    /// <summary>How the seller of a product, or of a dashboard, is picked.</summary>
    public required DistributionSettings Sellers { get; init; }

    /// <summary>How one of that seller's products is picked.</summary>
    public required DistributionSettings Products { get; init; }

    /// <summary>What a customer puts into the cart, and whether it buys.</summary>
    public required CartSettings Cart { get; init; }

    /// <summary>Range of a price update, as fractions of the current price: [lowest, highest].</summary>
    public required double[] PriceChange { get; init; }

    /// <summary>Share of payments that the provider accepts; set at a silo that is launched.</summary>
    public required double PaymentAcceptance { get; init; }
}

/// <summary>Reads and writes of items.</summary>
internal sealed record ItemSettings
{
    /// <summary>Value of <see cref="Operation"/>: all operations, by their shares.</summary>
    public const string AllOperations = "mix";

    /// <summary>The one operation that is made, or "mix".</summary>
    public string Operation { get; init; } = AllOperations;

    /// <summary>Share of reads, in percent.</summary>
    public double Reads { get; init; } = 50;

    /// <summary>How an item of the seed is picked.</summary>
    public DistributionSettings Keys { get; init; } = new() { Distribution = "uniform", Exponent = 1 };
}

/// <summary>Operations of YCSB; the five shares, in percent, sum to 100.</summary>
internal sealed record YcsbSettings
{
    /// <summary>Value of <see cref="ReadForm"/>: a document is read as it is stored.</summary>
    public const string Whole = "whole";

    /// <summary>Reads of all fields of a record.</summary>
    public double Reads { get; init; } = 95;

    /// <summary>Replacements of a field.</summary>
    public double Updates { get; init; } = 5;

    /// <summary>New records.</summary>
    public double Inserts { get; init; }

    /// <summary>Reads of neighbouring keys.</summary>
    public double Scans { get; init; }

    /// <summary>Reads of a record, followed by an update of it.</summary>
    public double ReadModifyWrites { get; init; }

    /// <summary>How a record is picked: "zipfian" (scrambled, as YCSB does), "zipfian-plain", "uniform" or "latest".</summary>
    public string Keys { get; init; } = "zipfian";

    /// <summary>How documents are read: "each" field by the server, or "whole".</summary>
    public string ReadForm { get; init; } = "each";

    /// <summary>The most records of a scan.</summary>
    public int ScanMost { get; init; } = 100;

    /// <summary>The shares, in the order of the operations.</summary>
    public IReadOnlyList<double> Shares() => [Reads, Updates, Inserts, Scans, ReadModifyWrites];
}

/// <summary>What a customer puts into the cart, and whether it buys.</summary>
internal sealed record CartSettings
{
    /// <summary>Distinct items a cart: [fewest, most].</summary>
    public required int[] Items { get; init; }

    /// <summary>Pieces an item: [fewest, most].</summary>
    public required int[] Quantity { get; init; }

    /// <summary>Probability that an item comes with a voucher.</summary>
    public required double VoucherProbability { get; init; }

    /// <summary>Largest voucher, as a fraction of the line.</summary>
    public required double VoucherMax { get; init; }

    /// <summary>Probability that a session is checked out; else it is sealed.</summary>
    public required double CheckoutProbability { get; init; }
}

/// <summary>A distribution over ranks 1…n.</summary>
internal sealed record DistributionSettings
{
    /// <summary>"uniform" or "zipfian".</summary>
    public required string Distribution { get; init; }

    /// <summary>Exponent of the Zipfian distribution: rank r has weight r^−exponent.</summary>
    public required double Exponent { get; init; }
}

/// <summary>Share of each transaction, in percent; together 100.</summary>
internal sealed record MixSettings
{
    /// <summary>Customer sessions.</summary>
    public required double Checkout { get; init; }

    public required double PriceUpdate { get; init; }
    public required double ProductDelete { get; init; }
    public required double UpdateDelivery { get; init; }

    /// <summary>Seller dashboards.</summary>
    public required double Dashboard { get; init; }
}
