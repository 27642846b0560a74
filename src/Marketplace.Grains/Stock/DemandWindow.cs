using System.Text.Json.Serialization;

namespace Marketplace.Grains.Stock;

/// <summary>
/// What was asked for of an item in the last four weeks: the weeks are counted from the first request, and of each the pieces are summed
/// up, so that an item takes the same memory however many requests there are.
/// </summary>
/// <param name="First">Time of the first request, UTC; null while there was none.</param>
/// <param name="Week">The latest week, from 0. Time does not go back: what comes with an earlier time counts in this week.</param>
/// <param name="Second">Pieces asked for in the week before.</param>
/// <param name="Third">Pieces asked for two weeks before.</param>
/// <param name="Fourth">Pieces asked for three weeks before.</param>
[GenerateSerializer, Immutable]
internal readonly record struct DemandWindow(DateTime? First, int Week, long Latest, long Second, long Third, long Fourth)
{
    private const int WeeksMax = 4;

    private static readonly TimeSpan OneWeek = TimeSpan.FromDays(7);

    /// <summary>Pieces asked for in the weeks that count.</summary>
    [JsonIgnore]
    public long Sum => Latest + Second + Third + Fourth;

    /// <summary>How many weeks count: those begun since the first request, at most four; 0 while there was none.</summary>
    [JsonIgnore]
    public int Weeks => First is null ? 0 : Math.Min(Week, WeeksMax - 1) + 1;

    /// <summary>Whether an average week asks for more than is left.</summary>
    /// <returns>False while nothing was asked for.</returns>
    public bool Exceeds(int level) => First is not null && Sum > (long)level * Weeks;

    /// <summary>The window at a later time.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <returns>The window, with the weeks that begun since empty.</returns>
    public DemandWindow At(DateTime now)
    {
        if (First is not { } first)
            return this;

        var week = (int)Math.Clamp((now - first).Ticks / OneWeek.Ticks, Week, int.MaxValue);
        return (week - Week) switch
        {
            0 => this,
            1 => new(first, week, 0, Latest, Second, Third),
            2 => new(first, week, 0, 0, Latest, Second),
            3 => new(first, week, 0, 0, 0, Latest),
            _ => new(first, week, 0, 0, 0, 0),
        };
    }

    /// <summary>Adds a request.</summary>
    /// <param name="now">Its time, UTC.</param>
    /// <param name="quantity">Pieces asked for, whatever becomes of them.</param>
    public DemandWindow Add(DateTime now, int quantity)
    {
        var window = First is null ? new(now, 0, 0, 0, 0, 0) : At(now);
        return window with { Latest = window.Latest + quantity };
    }

    /// <summary>Takes back what a step added.</summary>
    /// <param name="before">The window before the step.</param>
    /// <returns>The window without it.</returns>
    public DemandWindow Without(DemandWindow before, DemandWindow after)
    {
        if (this == after)
            return before;

        // Of older weeks a step can only have forgotten some.
        var added = after.Latest - (before.First is null ? 0 : before.Week == after.Week ? before.Latest : 0);
        var window = (Week - after.Week) switch
        {
            0 => this with { Latest = Latest - added },
            1 => this with { Second = Second - added },
            2 => this with { Third = Third - added },
            3 => this with { Fourth = Fourth - added },
            _ => this,
        };

        // If nothing is left that was asked for, it is as if there had been no first request, in whichever order steps are taken back.
        return window is { Week: 0, Latest: 0 } ? default : window;
    }
}
