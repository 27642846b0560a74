using System.Globalization;
using System.Runtime.Versioning;
using Marketplace.Driver.Target;
using Marketplace.Kubernetes.Tests.Manifests;
using Xunit;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>The overlay `single` without a cluster: its two containers as processes, with all that the manifests give them.</summary>
[UnsupportedOSPlatform("windows")]
[Collection(nameof(PublishedImages))]
public sealed class RehearsalTests(PublishedImages images)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    [Fact(Timeout = 300_000)]
    public async Task A_silo_takes_the_driver_s_run_and_leaves_when_told()
    {
        var manifests = await Kustomize.Render(Path.Combine(Repository.Overlays, "single"));
        var port = SiloLocator.FreePort();
        var target = new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"));

        var silo = Assert.Single(manifests.Silos);
        using var siloProcess = RunningContainer.Start(
            silo, manifests, images.Silo, Volumes("silo"), new Dictionary<string, string> { ["ASPNETCORE_HTTP_PORTS"] = $"{port}" });
        await AllProbesSucceed(silo, target, siloProcess);

        var driver = Assert.Single(manifests.Drivers);
        using var driverProcess = RunningContainer.Start(
            driver, manifests, images.Driver, Volumes("driver"), new Dictionary<string, string> { ["TARGETS"] = $"[\"{target}\"]" },
            "--set", "data.sizeFactor=0.02", "--set", "epochs.seconds=0.2");
        var (driverExit, driverOutput) = await driverProcess.End();
        Assert.True(driverExit == 0, driverOutput);
        Assert.Contains(" checks examined: clean", driverOutput, StringComparison.Ordinal);
        var run = Assert.Single(Directory.GetDirectories(Path.Combine(Volumes("driver"), "results", "runs")));
        Assert.All(["summary.json", "report.html"], file => Assert.True(File.Exists(Path.Combine(run, file)), file));

        var archive = Path.Combine(Volumes("silo"), "archive");
        Assert.NotEmpty(Directory.GetDirectories(archive));
        var (siloExit, siloOutput) = await siloProcess.Stop();
        Assert.True(siloExit == 0, siloOutput);
        Assert.Contains(siloOutput.Split('\n'), static line => line.StartsWith("ready http://", StringComparison.Ordinal));
        Assert.Empty(Directory.GetDirectories(archive));
    }

    private static async Task AllProbesSucceed(Container silo, Uri target, RunningContainer process)
    {
        using var http = new HttpClient { BaseAddress = target };
        var since = TimeProvider.System.GetTimestamp();
        foreach (var probe in new[] { "startupProbe", "readinessProbe", "livenessProbe" })
        {
            while (!await Succeeds(http, silo.Json.Text(probe, "httpGet", "path")))
            {
                Assert.False(process.HasEnded, "The silo has ended: " + (process.HasEnded ? (await process.End()).Output : ""));
                Assert.True(TimeProvider.System.GetElapsedTime(since) < Patience, $"{probe} did not succeed within {Patience}.");
                await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System, TestContext.Current.CancellationToken);
            }
        }
    }

    private static async Task<bool> Succeeds(HttpClient http, string path)
    {
        try
        {
            using var answer = await http.GetAsync(path, TestContext.Current.CancellationToken);
            return answer.IsSuccessStatusCode;
        }
        catch (HttpRequestException)
        {
            return false;
        }
    }

    private string Volumes(string name) => Directory.CreateDirectory(Path.Combine(images.Folder, "volumes", name)).FullName;
}
