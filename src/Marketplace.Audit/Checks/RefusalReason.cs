using Marketplace.Audit.Claims;
using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Checks;

/// <summary>refusal.reason: what was refused had a reason that the rules know (contract §4).</summary>
/// <param name="run">Tells whether other runs used the target, and whether carts may know products as they were.</param>
internal sealed class RefusalReason(AuditHistory history, RunFacts run) : Check, ICustomerCheck, IProductCheck, IRunCheck
{
    private const int Conflict = 409;
    private const int NotFound = 404;

    // What chance may add to the payments that the provider declines, in standard deviations.
    private const double Deviations = 5;

    public override string Id => "refusal.reason";
    public override string Criterion => "Refusals";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "An item that was put into a cart, and was rejected or is not in its order, has a reason: its version had been replaced, more "
        + "pieces were asked for than were free at some time, or the window of its session had ended. A price update was refused only "
        + "if its version had been replaced, and a delete was never refused. No more payments failed than the provider declines, within "
        + "chance (5 standard deviations). No more requests were answered 503 than the silo has counted reasons for (aborts by cause, "
        + "outages, refusals of its gateway).";

    public override string? Note => (run.Foreign > 0, run.Unavailable > 0 ? WhyNotExplained() : null) switch
    {
        (true, _) => "Not judged: what other runs did to products is not known.",
        (_, { } reason) => $"The {run.Unavailable} answers 503 are not judged: {reason}.",
        _ => null,
    };

    /// <summary>The items of a checkout that the target left out or rejected, if only a product can be the reason.</summary>
    public static IEnumerable<RefusedRow> Refused(CustomerFacts customer, AuditHistory history)
    {
        // What was put in before the window of a session ended is in no cart any more; and an add whose client gave up may come after a seal, so that
        // more was asked for than the driver knows.
        if (HasWindowEnded(customer) || customer.LastAdd == long.MaxValue)
            yield break;
        foreach (var checkout in customer.Checkouts.Values)
        {
            if (checkout.Operation is not { Stage: CheckoutStage.Requested } sent)
                continue;
            var ordered = checkout.Orders.SelectMany(order => order.Exports).SelectMany(export => export.Items)
                .Select(item => new ProductKey(item.SellerId, item.ProductId)).ToHashSet();
            if (ordered.Count == 0 && sent.Outcome != OutcomeClass.Rejected)
                continue;
            foreach (var key in sent.Items.Select(item => new ProductKey(item.SellerId, item.ProductId)).Distinct())
            {
                if (ordered.Contains(key) || SentAndOrdered.Line(sent, key) is not { } line)
                    continue;
                var until = sent.Outcome.IsUnknown() ? long.MaxValue : sent.Completed;
                yield return new RefusedRow(key, history.NumberOf(line.Version), line.Quantity, until, history.NumberOf(sent.Tid));
            }
        }
    }

    public void Examine(CustomerFacts customer)
    {
        // Whose answer was lost may have left anything in a cart.
        if (run.Foreign > 0 || run.Operations.Keys.Any(operation => operation.Outcome.IsUnknown()) || HasWindowEnded(customer))
            return;
        foreach (var sent in customer.Checkouts.Values.Select(checkout => checkout.Operation))
        {
            if (sent is not { Stage: CheckoutStage.Requested, Outcome: OutcomeClass.DriverFault, HttpStatus: Conflict or NotFound })
                continue;
            Findings.Examine();
            Findings.Violate($"{sent.Tid} (customer {customer.Id}): answered {sent.HttpStatus}, though {sent.Items.Length} items were in the cart");
        }
    }

    public void Examine(ProductFacts product)
    {
        if (run.Foreign > 0)
            return;
        foreach (var update in product.Updates.Where(update => update.Outcome == OutcomeClass.Rejected))
        {
            Findings.Examine();
            if (update.IsDelete)
                Findings.Violate($"{Tid(update.Number)}: the delete of product {product.Key} was refused");
            else if (!IsReplaced(product, update.Version, update.Completed))
                Findings.Violate($"{Tid(update.Number)}: refused, but version {Version(update.Version)} of product {product.Key} was current");
        }

        foreach (var item in product.Refused)
        {
            Findings.Examine();
            if (!IsReplaced(product, item.Version, item.Until) && !MayBeKnownAsItWas(product, item.Until) && !WasScarce(product, item.Quantity))
            {
                Findings.Violate($"{Tid(item.Number)}: {item.Quantity} pieces of product {product.Key}, version {Version(item.Version)}, are not in "
                    + $"its order; the version was the current one, and never were fewer than {product.Stock!.SlackMin} free");
            }
        }
    }

    public void Examine(RunFacts run)
    {
        ExaminePayments();
        ExamineUnavailable();
    }

    private void ExaminePayments()
    {
        if (run.Claims.DeclineRate is not { } rate || !run.Driver.Outcomes.TryGetValue(OperationKind.Checkout, out var outcomes))
            return;
        var failed = outcomes.GetValueOrDefault(OutcomeClass.PaymentFailed);
        var charged = failed + outcomes.GetValueOrDefault(OutcomeClass.Committed);
        if (charged == 0)
            return;
        Findings.Examine();
        var expected = charged * rate;
        if (failed > expected + (rate > 0 ? Deviations * (1 + Math.Sqrt(expected * (1 - rate))) : 0))
            Findings.Violate(FormattableString.Invariant($"{failed} of {charged} payments failed; the provider declines {100 * rate:0.##} %"));
    }

    private void ExamineUnavailable()
    {
        if (run.Unavailable == 0 || WhyNotExplained() is not null)
            return;
        Findings.Examine();
        var explained = run.Refusals!.Explained(run.Claims.Attempts!.Value)!.Value;
        if (run.Unavailable > explained)
        {
            var counted = string.Join(", ", run.Refusals.Protocol.Select(cause => $"{cause.Value} attempts aborted by {cause.Key}")
                .Concat(run.Refusals.Refusals.Select(reason => $"{reason.Value} requests answered {reason.Key}")));
            Findings.Violate($"{run.Unavailable} requests were answered 503, and what the silo counted explains {explained}: "
                + (counted.Length == 0 ? "nothing" : counted));
        }
    }

    private string? WhyNotExplained() =>
        run.Claims.Attempts is null ? "the settings of the target are not known, or its protocol counts no aborts"
        : run.Refusals is not { } refusals ? "not every silo shows what it counted"
        : refusals.Started > (run.Began - DateTime.UnixEpoch).TotalSeconds ? "a silo was started anew during the run, and its counters with it"
        : refusals.Explained(run.Claims.Attempts.Value) is null ? "the database could not be used for a time"
        : null;

    private static bool HasWindowEnded(CustomerFacts customer) => customer.Abandonments.Exists(cart => cart.Reason != AbandonReason.Sealed);

    // Whether a delete may have come after the version, and before the answer.
    private static bool IsReplaced(ProductFacts product, long version, long until)
    {
        var own = product.Updates.Find(update => update.IsDelete && update.Number == version);
        if (version != 0 && own.Outcome != OutcomeClass.Committed)
            return true;
        return product.Updates.Exists(update => MayHaveTakenEffect(update) && update.Number != version && update.Sent <= until
            && (version == 0 || update.Outcome != OutcomeClass.Committed || update.Sequence > own.Sequence));
    }

    // A cart that hears of products from replicas may know the version before.
    private bool MayBeKnownAsItWas(ProductFacts product, long until) =>
        run.Claims.Replication != ReplicationLevel.None && product.Updates.Exists(update => MayHaveTakenEffect(update) && update.Sent <= until);

    // An aborted one takes effect for a moment where steps are taken back, and for good where nothing is.
    private static bool MayHaveTakenEffect(UpdateRow update) =>
        update.IsDelete && (update.Outcome is OutcomeClass.Committed or OutcomeClass.Aborted || update.Outcome.IsUnknown());

    private static bool WasScarce(ProductFacts product, int quantity) =>
        product.Stock is not { Item.Active: true } stock || product.Product is not { Product.Active: true } || stock.SlackMin < quantity;

    private string Tid(long number) => RunNames.Tid(history.Run, number);

    private string Version(long number) => RunNames.Version(history.Run, number);
}
