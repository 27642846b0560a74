namespace Marketplace.Driver.Data;

/// <summary>Keeps the random numbers of one kind of thing apart from those of another, under one seed.</summary>
internal enum EntityStream
{
    /// <summary>Customers.</summary>
    Customer = 1,

    /// <summary>Sellers.</summary>
    Seller = 2,

    /// <summary>Products.</summary>
    Product = 3,

    /// <summary>Orders already present.</summary>
    Order = 4,

    /// <summary>Workers of the load.</summary>
    Worker = 5,

    /// <summary>The order in which customers go shopping.</summary>
    Shuffle = 6,

    /// <summary>Arrivals of an open loop.</summary>
    Arrivals = 7,

    /// <summary>How a customer pays.</summary>
    Payment = 8,
}
