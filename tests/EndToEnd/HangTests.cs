using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The server hangs, and goes on: its connections stay open.</summary>
public sealed class HangTests : OutageTests
{
    [Theory(Timeout = 600_000)]
    [InlineData("postgres", "locking", "00:00:06")]
    public Task Over_ten_seconds_without_PostgreSQL_nothing_is_lost_and_nothing_is_half_there(string storage, string protocol, string timeout) =>
        NothingIsLost(isCrash: false, storage, protocol, timeout);
}
