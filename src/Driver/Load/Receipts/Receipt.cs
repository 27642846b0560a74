using Marketplace.Audit.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load.Receipts;

/// <summary>What a receipt says of a transaction: as much as the answer of one that is not acknowledged before it is done.</summary>
/// <param name="Checkout">Of a checkout, its order.</param>
/// <param name="Sequence">Of an update, its place in the product's order; 0 if it has none.</param>
internal readonly record struct Receipt(OutcomeClass Outcome, CheckoutReading Checkout, long Sequence, int Sellers, int Packages);

/// <summary>A receipt as it was received.</summary>
/// <param name="Id">Its number at the target, from which collecting goes on.</param>
/// <param name="Number">Number of the transaction within the run; 0 if it is of no transaction of this run.</param>
internal readonly record struct NumberedReceipt(long Id, long Number, Receipt Receipt);
