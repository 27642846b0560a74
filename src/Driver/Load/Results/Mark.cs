using Marketplace.Driver.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load.Results;

/// <summary>What a mark says of a transaction: as much as the answer of one that is not acknowledged before it is done.</summary>
/// <param name="Outcome">How it ended.</param>
/// <param name="Checkout">Of a checkout, its order.</param>
/// <param name="Sequence">Of an update, its place in the product's order; 0 if it has none.</param>
/// <param name="Sellers">Of an update delivery, the sellers served.</param>
/// <param name="Packages">Of an update delivery, the packages delivered.</param>
internal readonly record struct Mark(OutcomeClass Outcome, CheckoutReading Checkout, long Sequence, int Sellers, int Packages);
