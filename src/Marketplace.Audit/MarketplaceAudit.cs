using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Audit.Checks;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Dashboards;
using Marketplace.Audit.Deliveries;
using Marketplace.Audit.Events;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Graph;
using Marketplace.Audit.LowStock;
using Marketplace.Audit.Replication;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit;

/// <summary>
/// The audit of a run: its history, the facts that the target shows, and what the target claims go in, and a verdict on each check comes out.
/// Streams the history and the facts past the checks. Memory is bounded by the data set and by one partition of the customers at a
/// time; whatever else grows with the run is sorted on disk.
/// </summary>
public sealed class MarketplaceAudit
{
    private const int PassesACollection = 2;

    private readonly AuditHistory _history;
    private readonly RunFacts _run;
    private readonly int _ordersAPass;
    private readonly CheckList _checks;

    /// <summary>Makes the audit of a run; it runs once.</summary>
    /// <param name="run">The run. Whatever it submitted has been answered or given up.</param>
    /// <param name="ordersAPass">Orders to hold in memory at a time, about 6 KB each.</param>
    public MarketplaceAudit(AuditedRun run, int ordersAPass = 10_000)
    {
        (_history, _run, _ordersAPass) = (run.History, new RunFacts(run), ordersAPass);
        _checks = new CheckList(_history, _run);
    }

    /// <summary>Runs every check that the target and the history allow.</summary>
    /// <param name="facts">What the silo shows; null if it shows nothing.</param>
    public async Task<AuditResult> Run(IFactSource? facts, IProgress<string> progress, CancellationToken cancellationToken)
    {
        progress.Report("the driver's history");
        ReadHistory(cancellationToken);
        if (facts is not null)
            await Examine(facts, progress, cancellationToken);
        else if (_run.Claims.AreExportsAsked)
            Miss(_checks.All.Where(check => check.NeedsExports), "the silo that was launched has no exports");
        foreach (var check in _checks.OfRun(withExports: facts is not null))
            check.Examine(_run);
        return Conclude(facts is not null);
    }

    private void ReadHistory(CancellationToken cancellationToken)
    {
        foreach (var operation in _history.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var key = (operation.Kind, operation.Outcome);
            _run.Operations[key] = _run.Operations.GetValueOrDefault(key) + 1;
            if (operation is { HttpStatus: 503, Outcome: OutcomeClass.Aborted }
                and not (AddOperation or SealOperation or CheckoutOperation { Stage: CheckoutStage.Adding }))
            {
                _run.Unavailable++;
            }

            if (operation is SealOperation { Reason: SealReason.Abandoned })
                _run.AbandonedSessions++;
            if (operation is DashboardOperation { Outcome: OutcomeClass.Committed } dashboard)
            {
                _run.Dashboards++;
                _run.InconsistentDashboards += dashboard.IsConsistent ? 0 : 1;
            }
        }
    }

    /// <summary>Examines part by part: an export that fails is missing to the checks that need it, and to no others.</summary>
    private async Task Examine(IFactSource facts, IProgress<string> progress, CancellationToken cancellationToken)
    {
        if (_run.Claims.AreProductsFollowed)
        {
            progress.Report("updates on their way to carts");
            await Try(_checks.OfArrivals, () => Deliver(facts, cancellationToken));
        }

        progress.Report("the recorded history");
        Check[] graph = [_checks.IsoGraph, _checks.StockIsolated];
        await Try(graph, () => new GraphAudit(_history, _run, _checks.IsoGraph, _checks.StockIsolated).Run(facts, cancellationToken));
        progress.Report("events");
        Check[] events = [_checks.EventOnce, _checks.EventOrder];
        using (var audit = new EventAudit(_history, _checks.EventOnce, _checks.EventOrder))
            await Try(events, () => audit.Run(facts, cancellationToken));
        Check[] apart = [.. graph, .. events, _checks.Placement];
        await Try(
            _checks.All.Where(check => check.NeedsExports && !apart.Contains(check)),
            () => ExamineState(facts, progress, cancellationToken));
        await Try([_checks.Placement], async () => _run.Placement = await facts.Exists(Export.Placement, cancellationToken)
            ? await facts.Read(Export.Placement, Partition.All, cancellationToken).ToListAsync(cancellationToken)
            : null);
        if (!_run.Claims.IsRecordingAsked)
            return;
        foreach (var check in _checks.OfRecording.Where(check => check.Hidden == _run.NotRecorded))
            check.Miss($"the settings ask for Recording full, but {_run.NotRecorded}");
    }

    // Before anything else is read: what arrives later would be in one export, and not in another.
    private async Task Deliver(IFactSource facts, CancellationToken cancellationToken)
    {
        if (!await facts.Exists(Export.ReplicaDeliveries, cancellationToken))
            return;

        // What is late after that is missing in carts, and found there.
        await foreach (var deliveries in facts.Read(Export.ReplicaDeliveries, Partition.All, cancellationToken))
            _run.Deliveries = deliveries;
    }

    private static async Task Try(IEnumerable<Check> checks, Func<Task> part)
    {
        try
        {
            await part();
        }
        catch (FactsMissingException failure)
        {
            Miss(checks, failure.Message.TrimEnd('.'));
        }
    }

    private static void Miss(IEnumerable<Check> checks, string reason)
    {
        foreach (var check in checks)
            check.Miss(reason);
    }

    private async Task ExamineState(IFactSource facts, IProgress<string> progress, CancellationToken cancellationToken)
    {
        var checkouts = _run.Operations.Where(count => count.Key.Kind == OperationKind.Checkout).Sum(count => count.Value);
        var passes = (int)Math.Max(1, ((long)_run.Loaded.Orders + checkouts + _ordersAPass - 1) / _ordersAPass);
        var products = new ProductLoader(_history);
        var sellers = new SellerLoader();
        using var deliveries = new DeliveryAudit(_history, _checks.DeliveryRule, _checks.AtomDelivery, passes);
        using var lowStock = new LowStockAudit(_checks.LowStockExact);
        using var replication = new ReplicationAudit(_history, _checks.Replication);
        using var prices = new SpillSorter<PriceUseRow>(PriceUseRow.Compare);
        using var refused = new SpillSorter<RefusedRow>(RefusedRow.Compare);
        using var followed = new SpillSorter<FollowedRow>(FollowedRow.Compare);
        using var dashboards = new DashboardAudit(_history, _run, _checks.DashFresh);
        using var uses = new SpillSorter<VersionUseRow>(StockReference.Compare);
        using var updates = new SpillSorter<UpdateRow>(static (a, b) =>
            a.Product != b.Product ? a.Product.CompareTo(b.Product) : a.Sequence.CompareTo(b.Sequence));

        progress.Report("products and deliveries");
        await Try([_checks.LowStockExact], () => lowStock.Load(facts, cancellationToken));
        await Try(_checks.Replication.All, () => replication.Load(facts, cancellationToken));
        await products.Load(facts, _run, cancellationToken);
        await deliveries.Load(facts, cancellationToken);
        _run.Foreign += deliveries.Foreign;

        await Try([_checks.AbandonExact], async () => _checks.AbandonExact.Clock = await ReadClock(facts, cancellationToken));
        using var delivered = new PeekingReader<DeliveredRow>(deliveries.ByCustomer());
        await Try([_checks.LogComplete], async () => _run.HasLog = await facts.Exists(Export.Log, cancellationToken));
        var loader = new CustomerLoader(facts, _history, _run.HasLog, hasReads: _checks.Replication.Used.IsOpen, _checks.AbandonExact.Clock);
        for (var pass = 0; pass < passes; pass++)
        {
            // What a pass has read outlives many small collections, and by itself the collector would keep ten passes before it looks for them.
            if (passes > 1 && pass % PassesACollection == 0)
                GC.Collect();
            progress.Report(passes == 1 ? "customers" : $"customers, pass {pass + 1} of {passes}");

            // In a method of its own: what this one has of a pass it would keep while the next one is read.
            await ExamineCustomers(new Partition(pass, passes));
        }

        if (loader.LogFailure is { } log)
            _checks.LogComplete.Miss(log);
        if (loader.ReadsFailure is { } reads)
            Miss(_checks.Replication.All, reads);
        progress.Report("products");
        AddUpdates(updates, uses);
        foreach (var product in products.InOrder(updates, prices, refused, followed))
        {
            foreach (var check in _checks.OfProducts)
                check.Examine(product);
        }

        _checks.StockReference.Examine(uses.Sorted());
        lowStock.Examine(products.Products);
        replication.Examine(products.Products);
        progress.Report("sellers");
        await Try([.. _checks.OfSellers.Cast<Check>(), _checks.LoadCounts], () => sellers.Load(facts, _run, cancellationToken));
        foreach (var seller in sellers.Sellers)
        {
            foreach (var check in _checks.OfSellers)
                check.Examine(seller);
        }

        dashboards.Examine(deliveries.Sent());
        progress.Report("the rule of Update Delivery");
        deliveries.Examine();

        async Task ExamineCustomers(Partition partition)
        {
            var customers = await loader.Load(partition, products.Products, delivered, cancellationToken);
            await Try([_checks.AbandonExact], async () => _checks.AbandonExact.End = await ReadClock(facts, cancellationToken));
            foreach (var customer in customers)
            {
                Count(customer);
                foreach (var check in _checks.OfCustomers)
                    check.Examine(customer);
                products.Add(customer);
                sellers.Add(customer);
                deliveries.Add(customer);
                AddVersionUses(customer, uses);
                AddPriceUses(customer, prices);
                dashboards.Add(customer);
                foreach (var row in RefusalReason.Refused(customer, _history))
                    refused.Add(row);
                foreach (var row in ReplFinal.Followed(customer, _history))
                    followed.Add(row);
            }
        }
    }

    private static async Task<ClockExport?> ReadClock(IFactSource facts, CancellationToken cancellationToken) =>
        await facts.Exists(Export.Clock, cancellationToken)
            ? await facts.Read(Export.Clock, Partition.All, cancellationToken).FirstAsync(cancellationToken)
            : null;

    private void Count(CustomerFacts customer)
    {
        _run.Customers += customer.Customer is null ? 0 : 1;
        _run.Orders += customer.Orders.Values.Count(order => order.IsPrePopulated);
        _run.Foreign += customer.Checkouts.Keys.Count(_history.IsForeign);
    }

    private void AddUpdates(SpillSorter<UpdateRow> updates, SpillSorter<VersionUseRow> uses)
    {
        foreach (var operation in _history.Read())
        {
            var number = _history.NumberOf(operation.Tid);
            switch (operation)
            {
                case PriceUpdateOperation update:
                    updates.Add(new UpdateRow(
                        new ProductKey(update.SellerId, update.ProductId),
                        update.Sequence,
                        number,
                        update.Sent,
                        update.Completed,
                        update.Outcome,
                        IsDelete: false,
                        _history.NumberOf(update.Version),
                        update.Price));
                    break;
                case ProductDeleteOperation delete:
                    var product = new ProductKey(delete.SellerId, delete.ProductId);
                    var old = _history.NumberOf(delete.OldVersion);
                    updates.Add(new UpdateRow(
                        product,
                        delete.Sequence,
                        number,
                        delete.Sent,
                        delete.Completed,
                        delete.Outcome,
                        IsDelete: true,
                        old,
                        delete.Price));
                    if (delete.Outcome == OutcomeClass.Committed)
                        uses.Add(new VersionUseRow(product, old, delete.Completed, number, IsDelete: true));
                    break;
            }
        }
    }

    private void AddVersionUses(CustomerFacts customer, SpillSorter<VersionUseRow> uses)
    {
        foreach (var checkout in customer.Checkouts.Values)
        {
            if (checkout.Operation is not { Stage: CheckoutStage.Requested } sent)
                continue;
            var versions = sent.Items.ToLookup(item => new ProductKey(item.SellerId, item.ProductId), item => item.Version);
            foreach (var item in checkout.Orders.SelectMany(order => order.Exports).SelectMany(export => export.Items))
            {
                var product = new ProductKey(item.SellerId, item.ProductId);
                foreach (var version in versions[product].Take(1))
                    uses.Add(new VersionUseRow(product, _history.NumberOf(version), sent.Sent, _history.NumberOf(sent.Tid), IsDelete: false));
            }
        }
    }

    // Where nothing was reconciled the customer pays the price that the driver itself knew.
    private void AddPriceUses(CustomerFacts customer, SpillSorter<PriceUseRow> prices)
    {
        foreach (var checkout in customer.Checkouts.Values)
        {
            if (checkout.Operation is not { Stage: CheckoutStage.Requested } sent)
                continue;
            foreach (var item in checkout.Attempts.SelectMany(attempt => attempt.Items))
            {
                var wasShown = sent.Items.Any(line =>
                    (line.SellerId, line.ProductId, line.UnitPrice) == (item.SellerId, item.ProductId, item.UnitPrice));
                if (!wasShown)
                {
                    prices.Add(new PriceUseRow(
                        new ProductKey(item.SellerId, item.ProductId),
                        _history.NumberOf(item.Version),
                        item.UnitPrice,
                        _history.NumberOf(sent.Tid)));
                }
            }
        }
    }

    private AuditResult Conclude(bool withExports)
    {
        // A query that got no answer, a seal and an add, which concern the cart alone, leave nothing half done.
        var interrupted = _run.Operations
            .Where(count => count.Key.Kind.IsOfMix() && count.Key.Kind != OperationKind.Dashboard)
            .Where(count => count.Key.Outcome == OutcomeClass.Aborted || count.Key.Outcome.IsUnknown())
            .Sum(count => count.Value);
        var checks = _checks.All.Select(check => Conclude(check, withExports, interrupted > 0)).ToImmutableArray();
        var notes = ImmutableArray.CreateBuilder<string>();
        notes.Add(withExports
            ? "Presumed: the silo was ingested or reset before this run, nobody else used it, and it was at rest when it was audited."
            : "The target exports nothing for an audit: only what the driver saw could be checked.");
        if (_run.Foreign > 0)
        {
            notes.Add($"{_run.Foreign} records of other runs' transactions were found on the silo: it was not reset before this "
                + "one. What they did is in the sums of state, and left out where the driver's history would be needed.");
        }

        if (interrupted > 0)
        {
            notes.Add($"{interrupted} transactions were aborted or got no answer; those without an answer were resolved from the "
                + "final state.");
        }

        // Why checks are not claimed is the same for many of them, so it is said once.
        var reasons = _checks.All.Select(check => ClaimTable.Of(_run.Claims.Guarantee, interrupted > 0, check, _run.Claims.Replication).Reason);
        notes.AddRange(reasons.OfType<string>().Distinct());
        var replication = _checks.Replication.Summary;
        if (replication is not null)
        {
            notes.Add(string.Create(
                CultureInfo.InvariantCulture, $"Replication: {replication.Level}, on {replication.Observations:#,0} observations."));
        }

        return new AuditResult(checks.All(check => check.Passed), checks, notes.ToImmutable(), replication);
    }

    private AuditCheck Conclude(Check check, bool withExports, bool interrupted)
    {
        var claim = ClaimTable.Of(_run.Claims.Guarantee, interrupted, check, _run.Claims.Replication);
        var isRequired = _run.RequiredChecks.Contains(check.Id);

        // A graph with a hole may have a violation all the same, and that one is certain.
        var isCertain = check == _checks.IsoGraph && claim.IsClaimed && check.Findings.Violations > 0;
        var notOffered = check.NeedsExports && !withExports ? "the target exports nothing for an audit" : check.Hidden;
        if (!isCertain && (check.Gap ?? notOffered) is { } reason)
        {
            var passed = check.Gap is null && !isRequired;
            var witnesses = check == _checks.IsoGraph ? check.Findings.Witnesses : [];
            return new AuditCheck(
                check.Id, check.Criterion, check.Statement, AuditCheck.NotExamined, false, 0, 0, witnesses, passed, null, reason);
        }

        var isEmpty = check.Findings is { Examined: 0, Violations: 0 };
        return new AuditCheck(
            check.Id,
            check.Criterion,
            check.Statement,
            check.Level,
            claim.IsClaimed,
            check.Findings.Examined,
            check.Findings.Violations,
            check.Findings.Witnesses,
            Passed: (!claim.IsClaimed || check.Findings.Violations == 0) && !(isEmpty && isRequired),
            check.Note,
            isEmpty ? "nothing of its kind happened in the run" : null);
    }
}
