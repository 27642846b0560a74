using Marketplace.Contracts.Entities;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/stock-events`: an event that a stock item processed. There if the setting Recording is `full`.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Number">Number of the event among those of the item, from 1.</param>
/// <param name="Tid">Transaction that it belongs to; empty if the client gave no id.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Quantity">Pieces asked for, sold, given back or added.</param>
/// <param name="Status">What a request was answered; in stock for other events.</param>
/// <param name="Time">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record StockEventExport(
    int SellerId,
    int ProductId,
    int Number,
    string Tid,
    StockEventKind Kind,
    int Quantity,
    ItemStatus Status,
    DateTime Time);
