using System.Globalization;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Load;

/// <summary>
/// The moment at which several drivers begin their load, so that they measure at the same time: each waits for it on its own clock.
/// </summary>
internal static class CommonStart
{
    private static readonly TimeSpan Farthest = TimeSpan.FromDays(1);

    /// <summary>Reads a time, in UTC unless it says another zone.</summary>
    /// <exception cref="ScenarioException">It is none, or not within a day to come.</exception>
    public static DateTimeOffset Parse(string text, TimeProvider time)
    {
        const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (!DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, utc, out var at))
            throw Wrong($"expected a time in UTC, for example {Text(time.GetUtcNow() + TimeSpan.FromMinutes(1))}, found {text}");
        var ahead = at - time.GetUtcNow();
        return ahead < TimeSpan.Zero ? throw Wrong($"{Text(at)} is over")
            : ahead > Farthest ? throw Wrong($"{Text(at)} is more than a day away")
            : at;
    }

    /// <summary>Waits for it.</summary>
    /// <exception cref="LoadException">It is over.</exception>
    public static async Task Wait(DateTimeOffset at, TimeProvider time, CancellationToken cancellationToken)
    {
        var rest = at - time.GetUtcNow();
        if (rest < TimeSpan.Zero)
        {
            throw new LoadException(string.Create(
                CultureInfo.InvariantCulture,
                $"The load was to begin at {Text(at)}, and the driver was ready {-rest.TotalSeconds:0.0} s later: give it more time (--start-at)."));
        }

        // Timers drop the fraction of a millisecond.
        for (; rest > TimeSpan.Zero; rest = at - time.GetUtcNow())
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(rest.TotalMilliseconds)), time, cancellationToken);
    }

    /// <summary>How it is written.</summary>
    public static string Text(DateTimeOffset at) => at.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    private static ScenarioException Wrong(string problem) => new("--start-at", "TIME", problem);
}
