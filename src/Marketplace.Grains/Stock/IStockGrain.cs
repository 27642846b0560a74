using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Stock;

/// <summary>The stock of one product (paper section 3.1, Stock service). Key: <see cref="Keys.Pair"/> of seller and product.</summary>
internal interface IStockGrain : IEventProducer
{
    /// <summary>Ingests the item, replacing what was there.</summary>
    Task Put(TransactionContext tx, StockItem item);

    /// <summary>E2: reserves pieces for a checkout.</summary>
    /// <returns>In stock, out of stock, or unavailable.</returns>
    Task<ItemStatus> Reserve(TransactionContext tx, ReserveInventory request);

    /// <summary>E6 at the stock: the pieces are sold.</summary>
    /// <param name="reservation">Whose pieces.</param>
    Task Confirm(TransactionContext tx, ReservationId reservation);

    /// <summary>E7 at the stock: the reservation is withdrawn.</summary>
    /// <param name="reservation">Whose pieces.</param>
    Task Cancel(TransactionContext tx, ReservationId reservation);

    /// <summary>E1: a version of the product is gone; its replacement, if there is one, takes over the quantities.</summary>
    Task OnProductDeleted(TransactionContext tx, ProductDeleted deleted);

    /// <param name="quantity">How many, from 1.</param>
    /// <returns>The item afterwards; refused if there is none, or if the quantity would overflow.</returns>
    Task<Answer<StockItem>> Replenish(TransactionContext tx, int quantity);

    /// <summary>Reads the item.</summary>
    /// <returns>The item; refused if there is none.</returns>
    Task<Answer<StockItem>> Get(TransactionContext tx);

    /// <summary>Exports the item for the audit.</summary>
    /// <returns>The item with what it has been through; null if there is none.</returns>
    Task<StockExport?> Export(TransactionContext tx);
}
