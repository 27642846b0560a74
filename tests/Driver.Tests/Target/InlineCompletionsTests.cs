using System.Diagnostics;
using Marketplace.Driver.Target;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class InlineCompletionsTests
{
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    [Theory]
    [InlineData(true, null)]
    [InlineData(false, "1")]
    public void A_silo_inherits_what_the_user_chose_and_not_what_the_driver_did(bool isOurs, string? expected)
    {
        var start = new ProcessStartInfo { Environment = { [Variable] = "1" } };
        if (isOurs) start.Environment["MARKETPLACE_DRIVER_INLINE_COMPLETIONS"] = "1";
        InlineCompletions.LeaveOut(start);
        Assert.Equal(expected, start.Environment.TryGetValue(Variable, out var value) ? value : null);
        Assert.False(start.Environment.ContainsKey("MARKETPLACE_DRIVER_INLINE_COMPLETIONS"));
    }
}
