using System.Globalization;
using System.Text.Json;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Runs in which carts are abandoned and stock runs low, with a window short enough to end within them.</summary>
public sealed class ContinuousQueriesTests
{
    [Theory(Timeout = 240_000)]
    [InlineData("none")]
    [InlineData("deterministic")]
    public async Task Abandoned_carts_and_low_stock_are_what_the_audit_computes(string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(
            run, "stress.json", "epochs.seconds=1", "epochs.count=3", "data.sizeFactor=0.02", "data.quantityPerProduct=15",
            $"target.launch.Protocol={protocol}", "target.launch.Recording=full", "target.launch.CartAbandonment:Window=00:00:00.300");
        Assert.True(exitCode == 0, output);
        var (abandon, lowStock) = (run.Check("abandon.exact"), run.Check("lowstock.exact"));
        Assert.Equal(("exact", "exact"), (abandon.GetProperty("level").GetString(), lowStock.GetProperty("level").GetString()));
        Assert.All([abandon, lowStock, run.Check("customer.counts")], check => Assert.True(check.GetProperty("claimed").GetBoolean()));
        Assert.True(First(abandon) > 0, "No session was sealed.");
        Assert.DoesNotContain(" 0 failed,", abandon.GetProperty("note").GetString(), StringComparison.Ordinal);
        Assert.True(First(lowStock) > 0, "No seller was warned.");
    }

    // The number that the note begins with.
    private static int First(JsonElement check) =>
        int.Parse(check.GetProperty("note").GetString()!.Split(' ')[0], CultureInfo.InvariantCulture);
}
