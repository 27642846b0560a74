using Xunit;

namespace Marketplace.TestSupport;

/// <summary>Waits for what others do by themselves.</summary>
internal static class Wait
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(10);

    /// <summary>Looks again and again, and fails when it takes too long.</summary>
    /// <param name="what">What is awaited, for people.</param>
    /// <param name="condition">Whether it has come.</param>
    public static async Task Until(string what, Func<Task<bool>> condition)
    {
        var since = TimeProvider.System.GetTimestamp();
        while (!await condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(since) < Patience, $"Waited {Patience} until {what}.");
            await Task.Delay(Look, TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Looks again and again, and fails when it takes too long.</summary>
    /// <param name="what">What is awaited, for people.</param>
    /// <param name="condition">Whether it has come.</param>
    public static Task Until(string what, Func<bool> condition) => Until(what, () => Task.FromResult(condition()));
}
