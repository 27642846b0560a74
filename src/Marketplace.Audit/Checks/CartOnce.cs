namespace Marketplace.Audit.Checks;

/// <summary>cart.once: no duplicate checkout of a cart session (S#2).</summary>
internal sealed class CartOnce : Check, ICustomerCheck
{
    public override string Id => "cart.once";
    public override string Criterion => "S#2";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "A cart session has at most one order whose payment did not fail, and an attempt to check it out has at most one order.";

    public void Examine(CustomerFacts customer)
    {
        var orders = customer.Orders.Values.Where(order => !order.IsPrePopulated).SelectMany(order => order.Exports).ToList();
        foreach (var session in orders.GroupBy(order => order.Reservation.Session))
        {
            Findings.Examine();
            var kept = session.Where(order => order.Order.Status != Contracts.Entities.OrderStatus.PaymentFailed).ToList();
            var doubles = session.GroupBy(order => order.Reservation.Attempt).Where(attempt => attempt.Count() > 1).ToList();
            var problems = new List<string>();
            if (kept.Count > 1)
                problems.Add($"orders {string.Join(", ", kept.Select(order => $"{order.Order.Id} ({order.Tid})"))}");
            foreach (var attempt in doubles)
                problems.Add($"attempt {attempt.Key} made orders {string.Join(", ", attempt.Select(order => order.Order.Id))}");
            Findings.Violate($"customer {customer.Id}, session {session.Key}", problems);
        }
    }
}
