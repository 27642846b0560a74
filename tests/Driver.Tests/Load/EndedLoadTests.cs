using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>Loads that can't go on: what was measured until then is kept.</summary>
public sealed class EndedLoadTests
{
    [Fact]
    public async Task A_load_whose_history_can_not_be_written_ends_and_keeps_what_it_measured()
    {
        await using var stub = await StubMarketplace.Start();
        using var load = new StubLoad { OpenHistory = _ => new SmallDisk(bytes: 4_000) };

        var result = await load.Run(
            StubLoad.Scenario("load.operations=100000"), TestContext.Current.CancellationToken, stub.Url);

        Assert.Equal("the disk is full", result.HistoryProblem);
        Assert.Equal("the history could not be written: the disk is full", result.Ended);
        Assert.True(result.Recorders.Sum(recorder => recorder.Requests) > 0);
    }

    [Fact]
    public async Task A_load_whose_customers_were_all_put_aside_ends_with_a_manifest()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = (context, route) =>
        {
            if (!route.StartsWith("PATCH /cart", StringComparison.Ordinal) && !route.StartsWith("POST /cart", StringComparison.Ordinal))
                return Task.FromResult(false);
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return Task.FromResult(true);
        };
        using var host = new TestHost();
        var output = host.Folder.File("run");

        var exitCode = await host.Run(
            "submit", host.Scenario(), "--target", stub.Url.ToString(), "--output", output, "--set", "data.sizeFactor=0.003",
            "--set", "load.concurrency=20", "--set", "load.operations=1000000");

        Assert.Equal(ExitCode.Target, exitCode);
        Assert.Contains("The load ended before its time: no customer is idle, because the sessions of ", host.Out, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(output, "manifest.json")));
        Assert.Equal(ExitCode.Done, await host.Run("collect", "--output", output));
    }

    private sealed class SmallDisk(int bytes) : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (Length + buffer.Length > bytes) throw new IOException("the disk is full.");
            base.Write(buffer);
        }
    }
}
