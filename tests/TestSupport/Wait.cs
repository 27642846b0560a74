using Xunit;

namespace Marketplace.TestSupport;

/// <summary>Waits for what others do by themselves.</summary>
internal static class Wait
{
    /// <summary>What silos that start, stop and look for each other may take beside other work: half a minute is usual.</summary>
    public static readonly TimeSpan ForSilos = TimeSpan.FromMinutes(2);

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(10);

    /// <summary>Looks again and again, and fails when it takes too long.</summary>
    /// <param name="patience">How long it may take; a minute if not given.</param>
    public static async Task Until(string what, Func<Task<bool>> condition, TimeSpan? patience = null)
    {
        var limit = patience ?? Patience;
        var since = TimeProvider.System.GetTimestamp();
        while (!await condition())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(since) < limit, $"Waited {limit} until {what}.");
            await Task.Delay(Look, TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Looks again and again, and fails when it takes too long.</summary>
    /// <param name="patience">How long it may take; a minute if not given.</param>
    public static Task Until(string what, Func<bool> condition, TimeSpan? patience = null) =>
        Until(what, () => Task.FromResult(condition()), patience);
}
