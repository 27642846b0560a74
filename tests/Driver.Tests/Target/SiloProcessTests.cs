using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class SiloProcessTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_silo_that_ends_by_itself_is_noticed_with_its_last_words()
    {
        var died = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var silo = SiloProcess.Start(
            _folder.File("no-such-silo.dll"), [], _folder.File("silo.log"), TimeProvider.System, died.SetResult);
        using var client = new TargetClient([silo.Url], TimeProvider.System);

        var error = await Assert.ThrowsAsync<TargetException>(() =>
            client.WaitReady(TimeSpan.FromMinutes(1), () => silo.Death, TestContext.Current.CancellationToken));
        Assert.StartsWith("The silo ended with exit code", error.Message, StringComparison.Ordinal);
        await died.Task.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
        Assert.Null(silo.Usage());
    }

    [Fact]
    public async Task A_target_that_never_becomes_ready_is_given_up()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = (context, route) =>
        {
            context.Response.StatusCode = 503;
            return Task.FromResult(route == "GET /healthz/ready");
        };
        using var client = new TargetClient([stub.Url], TimeProvider.System);
        var error = await Assert.ThrowsAsync<TargetException>(() =>
            client.WaitReady(TimeSpan.FromMilliseconds(200), () => null, TestContext.Current.CancellationToken));
        Assert.Contains("was not ready within", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_silo_is_found_beside_the_driver_in_the_artifacts_of_the_same_configuration()
    {
        var driver = Directory.CreateDirectory(_folder.File("artifacts/bin/Driver/release")).FullName;
        var silo = Directory.CreateDirectory(_folder.File("artifacts/bin/Marketplace.Silo/release")).FullName;
        var error = Assert.Throws<TargetException>(() => SiloLocator.Find(driver));
        Assert.Contains(silo, error.Message, StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(silo, "Marketplace.Silo.dll"), "");
        Assert.Equal(Path.Combine(silo, "Marketplace.Silo.dll"), SiloLocator.Find(driver + Path.DirectorySeparatorChar));
    }

    [Fact]
    public void A_silo_that_is_named_is_taken_wherever_it_is()
    {
        var silo = Path.Combine(Directory.CreateDirectory(_folder.File("other")).FullName, "Marketplace.Silo.dll");
        var error = Assert.Throws<TargetException>(() => SiloLocator.Find(AppContext.BaseDirectory, silo));
        Assert.Contains($"no silo at {silo}, which target.silo names", error.Message, StringComparison.Ordinal);
        File.WriteAllText(silo, "");
        Assert.Equal(silo, SiloLocator.Find(AppContext.BaseDirectory, silo));
    }

    [Fact]
    public void The_log_keeps_all_lines_in_the_file_and_the_last_ones_at_hand()
    {
        var path = _folder.File("silo.log");
        using (var log = new LogTail(path))
        {
            for (var i = 1; i <= 100; i++)
                log.Add($"line {i}");
            log.Add(null);
            Assert.Equal(Enumerable.Range(81, 20).Select(i => $"line {i}"), log.Last.Split(Environment.NewLine));
        }

        Assert.Equal(100, File.ReadAllLines(path).Length);
    }
}
