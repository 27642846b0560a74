using Marketplace.Audit.History;

namespace Marketplace.Driver.Workload;

/// <summary>What a checkout's answer says.</summary>
/// <param name="Outcome">The outcome; null where the body does not say, as with public silos.</param>
/// <param name="OrderId">The order; 0 where none was made.</param>
/// <param name="CountItems">Items in the order; 0 where the target does not say.</param>
/// <param name="TotalInvoice">What the customer pays; 0 where no order was made.</param>
internal readonly record struct CheckoutReading(OutcomeClass? Outcome, int OrderId, int CountItems, decimal TotalInvoice);
