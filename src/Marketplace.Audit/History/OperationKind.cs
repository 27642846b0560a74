namespace Marketplace.Audit.History;

/// <summary>What the driver did: one of the benchmark's transactions and queries (spec §2), or the seal of a session it gave up.</summary>
public enum OperationKind
{
    /// <summary>A customer session: items added one by one, then the checkout.</summary>
    Checkout = 0,

    /// <summary>A price update.</summary>
    PriceUpdate = 1,

    /// <summary>A product delete: the replacement of a product by a new version.</summary>
    ProductDelete = 2,

    /// <summary>An update delivery.</summary>
    UpdateDelivery = 3,

    /// <summary>A seller dashboard.</summary>
    Dashboard = 4,

    /// <summary>The seal of a session that the driver gave up. Not a transaction of the mix.</summary>
    Seal = 5,

    /// <summary>The add of one item to a cart. A part of a session, not a transaction of the mix.</summary>
    Add = 6,
}
