namespace Marketplace.Driver.Data;

/// <summary>How much a data set holds (spec §5).</summary>
/// <param name="Customers">Customers, ids 1…n.</param>
/// <param name="Sellers">Sellers, ids 1…n.</param>
/// <param name="Products">Products; each seller owns ids 1…z, the last one perhaps fewer.</param>
/// <param name="Stock">Stock items, one a product.</param>
/// <param name="Orders">Orders already present, all concluded.</param>
internal sealed record DataSetCounts(int Customers, int Sellers, int Products, int Stock, int Orders);
