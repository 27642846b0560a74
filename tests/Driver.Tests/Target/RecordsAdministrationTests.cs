using System.Net;
using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class RecordsAdministrationTests
{
    [Fact]
    public async Task A_service_that_does_not_answer_in_time_is_a_target_that_failed()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, ["SILENCE"]);
        using var records = new RecordsAdministration([server.Url], TimeProvider.System, TimeSpan.FromMilliseconds(50));
        var error = await Assert.ThrowsAsync<TargetException>(() => records.Reset(TestContext.Current.CancellationToken));
        Assert.Contains("did not answer in time", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_service_that_accepts_and_does_not_answer_is_not_ready()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, ["SILENCE"]);
        using var records = new RecordsAdministration([server.Url], TimeProvider.System, TimeSpan.FromMilliseconds(50));
        var error = await Assert.ThrowsAsync<TargetException>(
            () => records.WaitReady(TimeSpan.Zero, () => null, TestContext.Current.CancellationToken));
        Assert.Contains("was not ready", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_interrupts_a_reset_is_not_told_that_the_target_failed()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, ["SILENCE"]);
        using var records = new RecordsAdministration([server.Url], TimeProvider.System);
        using var interrupt = new CancellationTokenSource();
        var reset = records.Reset(interrupt.Token);
        await interrupt.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reset);
    }
}
