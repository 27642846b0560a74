using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>What a checkout answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="OrderId">Order of the customer; 0 where none was made.</param>
/// <param name="InvoiceNumber">Invoice number; empty where no order was made.</param>
/// <param name="CountItems">Items in the order: fewer than the cart had where some were out of stock; 0 where no order was made.</param>
/// <param name="TotalInvoice">Amount of the invoice; 0 where no order was made.</param>
[GenerateSerializer, Immutable]
public sealed record CheckoutAnswer(
    string Tid,
    CheckoutOutcome Outcome,
    int OrderId,
    string InvoiceNumber,
    int CountItems,
    decimal TotalInvoice);
