using Xunit;

namespace Marketplace.Silo.Tests;

/// <summary>Waits for what a silo does by itself.</summary>
internal static class Wait
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <summary>Waits, and fails when it takes too long.</summary>
    /// <param name="what">What is awaited, for people.</param>
    /// <param name="condition">Whether it has come.</param>
    public static async Task Until(string what, Func<Task<bool>> condition)
    {
        var since = TimeProvider.System.GetTimestamp();
        while (!await condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(since) < Patience, $"Waited {Patience} until {what}.");
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }
}
