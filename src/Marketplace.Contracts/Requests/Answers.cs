using System.Text.Json.Serialization;

namespace Marketplace.Contracts.Requests;

/// <summary>What a transaction answers whose result is collected later (setting Results).</summary>
/// <param name="Tid">Transaction id of the request: that of the receipt to come.</param>
public sealed record AcceptedAnswer(string Tid);

/// <summary>What an Update Delivery answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Sellers">Sellers whose oldest open order was delivered, at most 10.</param>
/// <param name="Packages">Packages delivered.</param>
[GenerateSerializer, Immutable]
public sealed record DeliveryAnswer(
    string Tid,
    int Sellers,
    int Packages);

/// <summary>What an import answers when all lines were good.</summary>
/// <param name="Accepted">Lines applied.</param>
/// <param name="Rejected">Lines that were not.</param>
[GenerateSerializer, Immutable]
public sealed record ImportAnswer(
    long Accepted,
    long Rejected);

/// <summary>What a price update, a product delete or a replacement answers.</summary>
/// <param name="Tid">Transaction id of the request.</param>
/// <param name="Version">Version of the product after the update.</param>
/// <param name="Sequence">How many updates this product has had: the place of this one in their order.</param>
/// <param name="SellerSequence">Place of this update among all updates of the seller; 0, and not sent, where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record UpdateAnswer(
    string Tid,
    string Version,
    int Sequence,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] long SellerSequence = 0);

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
