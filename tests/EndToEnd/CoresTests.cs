using System.Globalization;
using System.Text.Json;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A sweep over the cores of the silo: each process keeps to its own, and what the machine can't run is told.</summary>
public sealed class CoresTests : IDisposable
{
    private readonly RunFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact(Timeout = 300_000)]
    public async Task Silo_and_driver_keep_to_their_cores_and_a_point_that_wants_more_is_skipped()
    {
        Assert.SkipUnless(Environment.ProcessorCount > 1, "It takes two cores.");
        _folder.WriteScenario("""
            {
              "name": "cores", "target": { "launch": { "Preset": "null" } }, "data": { "sizeFactor": 0.01 }, "load": { "concurrency": 2 },
              "epochs": { "count": 1, "seconds": 3, "warmUp": 0 }
            }
            """);
        var file = _folder.Of("sweep.json");
        await File.WriteAllTextAsync(
            file,
            """{ "name": "cores", "scenario": "scenario.json", "axes": { "target.cores": [1, 4096] }, "repeats": 1 }""",
            TestContext.Current.CancellationToken);
        using var driver = Programs.Start("Driver", "sweep", file, "--output", _folder.Results);
        var output = driver.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var (silo, own) = ("", "");
        await Wait.Until(
            "the load runs",
            () => Task.FromResult(driver.HasExited || File.Exists(Path.Combine(_folder.Results, "001-1", "r01", "history.bin"))),
            Wait.ForSilos);
        if (!driver.HasExited) (silo, own) = (Cores(Child(driver.Id)), Cores(driver.Id));
        await driver.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(driver.ExitCode == 0, await output);
        var machine = Cores(Environment.ProcessId);
        Assert.Equal(machine.Split(',', '-')[0], silo);
        Assert.NotEqual(machine, own);
        Assert.DoesNotContain(silo, own.Split(',', '-'));
        Assert.Contains("Not run: cores 4096, as it wants 4096 cores, and this machine has ", await output, StringComparison.Ordinal);
        var sweep = JsonDocument.Parse(await File.ReadAllTextAsync(_folder.Of("results/sweep.json"), TestContext.Current.CancellationToken));
        var note = sweep.RootElement.GetProperty("notes").EnumerateArray().Last();
        Assert.Equal((2, true), (note.GetProperty("point").GetInt32(), note.GetProperty("isSkipped").GetBoolean()));
        Assert.Contains("Not run: cores 4096", await File.ReadAllTextAsync(_folder.Of("results/sweep.html"), TestContext.Current.CancellationToken));
    }

    private static int Child(int process) => Directory.EnumerateDirectories("/proc")
        .Select(static path => int.TryParse(Path.GetFileName(path), CultureInfo.InvariantCulture, out var id) ? id : 0)
        .First(id => id > 0 && ParentOf(id) == process);

    // "id (name) state parent …"; a name may have blanks and parentheses, and a process may have ended meanwhile.
    private static int ParentOf(int process)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{process}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return 0;
        }
    }

    private static string Cores(int process) => File.ReadLines($"/proc/{process}/status")
        .Single(static line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal)).Split(':')[1].Trim();
}
