using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The server crashes, and recovers.</summary>
public sealed class CrashTests : OutageTests
{
    [Theory(Timeout = 600_000)]
    [InlineData("postgres", "deterministic", "00:00:06")]
    [InlineData("postgres", "orleans-transactions", "00:00:06")]
    [InlineData("memory", "none", "00:01:00")]
    public Task Over_ten_seconds_without_PostgreSQL_nothing_is_lost_and_nothing_is_half_there(string storage, string protocol, string timeout) =>
        NothingIsLost(isCrash: true, storage, protocol, timeout);
}
