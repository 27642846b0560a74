using Marketplace.Audit.LowStock;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>lowstock.exact: the sellers were warned of low stock when they had to be, and only then (spec §3).</summary>
internal sealed class LowStockExact : Check
{
    private long _warnings;

    public override string Id => "lowstock.exact";
    public override string Criterion => "Low-stock warning";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "Sellers received as many warnings as Stock counts, each for a request that made the demand of an average week exceed what was "
        + "left. Level exact: these are exactly the warnings that the recorded events of the stock items require.";

    public override string? Hidden => IsShown ? null : "the target does not show the low-stock warnings";

    /// <summary>True if the target shows the warnings.</summary>
    public bool IsShown { get; set; }

    /// <summary>True if the events of the items are known.</summary>
    public bool IsRecorded { get; set; }

    public override string Level => Findings.Violations > 0 ? Violated : IsRecorded ? "exact" : "counted";

    public override string? Note => Hidden is not null
        ? null
        : $"{_warnings} warnings." + (IsRecorded ? "" : " Which are due could not be computed: Recording is not full, so the events of the "
            + "stock items are not shown.");

    /// <summary>Looks at an item.</summary>
    /// <param name="events">The events of its item, if they are recorded.</param>
    public void Examine(ProductFacts product, IEnumerable<StockEventRow> events, List<WarningRow> warnings)
    {
        _warnings += warnings.Count;
        if (product.Stock is not { } stock)
        {
            warnings.ForEach(Stray);
            return;
        }

        Findings.Examine();
        var problems = new List<string>();
        if (stock.Warnings != warnings.Count)
            problems.Add($"Stock counts {stock.Warnings} warnings, the seller received {warnings.Count}");
        foreach (var warning in warnings.Where(warning => warning.Demand <= (long)warning.Level * warning.Weeks))
            problems.Add($"a warning without need {warning}");
        if (IsRecorded)
            Replay(product, stock, events, warnings, problems);
        else
            Count(product, stock, problems);
        Findings.Violate($"stock {product.Key}", problems);
    }

    /// <summary>A warning of an item that does not exist.</summary>
    public void Stray(WarningRow warning) =>
        Findings.Violate($"the seller of {warning.Product} was warned {warning}, but Stock does not know the item");

    private static void Count(ProductFacts product, StockExport stock, List<string> problems)
    {
        var level = (long)stock.Item.QtyAvailable - stock.Item.QtyReserved;
        if (stock.Warnings == 0 && stock.Demand > level * stock.Weeks)
            problems.Add($"{stock.Demand} pieces were asked for in {stock.Weeks} weeks, {level} are left, and nobody was warned");

        // As long as all weeks count, nothing that was asked for is forgotten.
        if (stock.Weeks < 4 && stock.Demand < product.Asked)
            problems.Add($"Stock heard of a demand of {stock.Demand}, carts asked for {product.Asked}");
    }

    private static void Replay(
        ProductFacts product, StockExport stock, IEnumerable<StockEventRow> events, List<WarningRow> warnings, List<string> problems)
    {
        var replay = new StockReplay(stock.Ingested);
        var received = warnings.ToHashSet();
        var last = 0;
        foreach (var row in events)
        {
            if (row.Number != last + 1)
                problems.Add(row.Number == last ? $"event {last} is recorded twice" : $"events {last + 1} to {row.Number - 1} are not recorded");
            if (row.TakenBackAfter != 0 && row.TakenBackAfter < row.Number)
                problems.Add($"event {row.Number} was taken back after event {row.TakenBackAfter}, before it happened");
            last = row.Number;
            if (replay.Next(row) is { } due && !received.Remove(due))
                problems.Add($"no warning {due}");
        }

        replay.End();
        problems.AddRange(received.Select(warning => $"a warning that is not due {warning}"));
        if (last != stock.Events)
            problems.Add($"Stock counts {stock.Events} events, the last one recorded is {last}");
        if ((replay.Available, replay.Reserved) != (stock.Item.QtyAvailable, stock.Item.QtyReserved))
        {
            problems.Add($"by its events {replay.Available} are available and {replay.Reserved} reserved, by Stock "
                + $"{stock.Item.QtyAvailable} and {stock.Item.QtyReserved}");
        }

        if ((replay.Demand, replay.Weeks) != (stock.Demand, stock.Weeks))
        {
            problems.Add($"by its events {replay.Demand} pieces were asked for in {replay.Weeks} weeks, by Stock {stock.Demand} in "
                + $"{stock.Weeks}");
        }

        if (replay.Asked < product.Asked)
            problems.Add($"Stock heard of a demand of {replay.Asked}, carts asked for {product.Asked}");
    }
}
