using System.Globalization;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Commands.Display;

/// <summary>Shows progress as lines.</summary>
/// <param name="isQuiet">True for phases only, without a line a second.</param>
internal sealed class PlainDisplay(TextWriter target, bool isQuiet) : IRunDisplay
{
    private readonly Lock _gate = new();

    public Task<T> ShowAsync<T>(Func<Task<T>> work) => work();

    public void Phase(string name) => Write($"{name} ...");

    public void Detail(string text) => Write($"  {text}");

    public void Second(SeriesRow row)
    {
        if (!isQuiet) Write($"  {Describe(row)}");
    }

    /// <summary>A second of the load in a line.</summary>
    /// <param name="row">The second.</param>
    public static string Describe(SeriesRow row)
    {
        var failures = OutcomeClasses.All
            .Where(outcome => outcome != OutcomeClass.Committed && row.Outcomes[(int)outcome] > 0)
            .Select(outcome => string.Create(CultureInfo.InvariantCulture, $", {row.Outcomes[(int)outcome]:#,0} {outcome.Name()}"));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{row.Phase} {row.Second,4:0} s: {row.Throughput.Sum():#,0} tx/s, p50 {row.P50Ms:0.00} ms, p99 {row.P99Ms:0.00} ms")
            + string.Concat(failures);
    }

    private void Write(string line)
    {
        lock (_gate)
            target.WriteLine(line);
    }
}
