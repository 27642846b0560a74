using System.Globalization;

namespace Marketplace.Driver.Scenarios;

/// <summary>
/// What one of several drivers takes of a load: every n-th customer, product, worker and transaction id, so that no two of them meet. Products are
/// sold and updated by one driver only, because only it knows their current version.
/// </summary>
/// <param name="Index">Which of the drivers, from 1.</param>
/// <param name="Count">How many there are.</param>
internal sealed record LoadShare(int Index, int Count)
{
    private const int CountMax = 1_000;

    /// <summary>The whole load, by one driver.</summary>
    public static LoadShare Whole { get; } = new(1, 1);

    /// <summary>Reads "2/4".</summary>
    /// <exception cref="ScenarioException">It is something else.</exception>
    public static LoadShare Parse(string text)
    {
        var numbers = text.Split('/');
        return numbers.Length == 2
            && int.TryParse(numbers[0], NumberStyles.None, CultureInfo.InvariantCulture, out var index)
            && int.TryParse(numbers[1], NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count is >= 1 and <= CountMax && index >= 1 && index <= count
            ? new LoadShare(index, count)
            : throw new ScenarioException("--part", "K/N", $"expected for example 2/4, the second of four drivers, found {text}");
    }

    /// <summary>True if a customer or product is this driver's.</summary>
    /// <param name="index">Its index, from 0.</param>
    public bool Owns(int index) => index % Count == Index - 1;

    /// <summary>Number of a thing among those of all drivers.</summary>
    /// <param name="own">Its number among those of this driver, from 0.</param>
    public long NumberOf(long own) => own * Count + Index - 1;

    /// <summary>The scenario with this driver's share of workers, rate and operations.</summary>
    /// <exception cref="ScenarioException">It is too small to be shared.</exception>
    public Scenario Of(Scenario scenario)
    {
        if (Count == 1) return scenario;
        var (load, counts) = (scenario.Load, DataSetShape.Of(scenario.Data));
        var share = load with
        {
            Concurrency = (int)Of(load.Concurrency),
            Rate = load.Rate / Count,
            Operations = load.Operations is { } operations ? Of(operations) : null,
        };
        if (share.Concurrency == 0) throw TooFew($"{load.Concurrency} workers");
        if (share.Concurrency >= counts.Customers / Count) throw TooFew($"{counts.Customers} customers");
        if (scenario.Workload.Cart.Items[1] > counts.Products / Count) throw TooFew($"{counts.Products} products");
        if (scenario.Target.AreResultsCollected())
        {
            throw new ScenarioException(
                "--part", "K/N", "is not possible where results are collected: each driver would take receipts of the others");
        }

        return scenario with { Load = share };
    }

    private long Of(long total) => total / Count + (Index <= total % Count ? 1 : 0);

    private ScenarioException TooFew(string what) => new("--part", "K/N", $"{what} are too few for {Count} drivers");

    public override string ToString() => FormattableString.Invariant($"{Index}/{Count}");
}
