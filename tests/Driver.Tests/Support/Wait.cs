namespace Marketplace.Driver.Tests.Support;

/// <summary>Waits for what other threads and processes do.</summary>
internal static class Wait
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(5);

    /// <summary>Looks again and again until a condition holds.</summary>
    /// <param name="what">What is awaited, for the message of the time-out.</param>
    /// <param name="condition">The condition.</param>
    public static async Task UntilAsync(string what, Func<bool> condition)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (!condition())
        {
            if (TimeProvider.System.GetElapsedTime(start) > Patience)
                throw new TimeoutException($"Not within {Patience.TotalSeconds:0} s: {what}.");
            await Task.Delay(Look, TimeProvider.System);
        }
    }
}
