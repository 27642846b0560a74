using System.Text.Json.Nodes;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

/// <summary>Where results go: a folder is of one run, and what can't be written is not lost in silence.</summary>
public sealed class FolderTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Output => _host.Folder.File("run");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task Runs_that_ask_for_one_name_at_the_same_moment_have_folders_of_their_own()
    {
        var path = _host.Folder.File("test-20261122-180000");

        var folders = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Task.Run(() => RunFolder.Claim(path))));

        Assert.Equal(20, folders.Distinct().Count());
        Assert.Contains(path, folders);
        Assert.All(folders, folder => Assert.True(Directory.Exists(folder), folder));
    }

    [Theory]
    [InlineData("run")]
    [InlineData("submit")]
    public async Task A_folder_that_holds_a_run_is_refused_unless_it_is_to_be_replaced(string command)
    {
        await using var stub = await StubMarketplace.Start();
        Task<int> Run(params string[] more) =>
            _host.Run([command, _host.Scenario(), "--target", stub.Url.ToString(), "--output", Output, "--set", "load.operations=20", .. more]);
        Assert.Equal(ExitCode.Done, await Run());
        var before = File.ReadAllText(Path.Combine(Output, "manifest.json"));
        var served = stub.Served;

        Assert.Equal(ExitCode.Usage, await Run());
        Assert.Contains($"{Output} holds a run: give another --output, or --overwrite to replace it.", _host.Error, StringComparison.Ordinal);
        Assert.Equal((before, served), (File.ReadAllText(Path.Combine(Output, "manifest.json")), stub.Served));

        Assert.Equal(ExitCode.Done, await Run("--overwrite"));
        Assert.NotEqual(before, File.ReadAllText(Path.Combine(Output, "manifest.json")));
    }

    [Fact]
    public async Task A_run_begun_in_a_folder_has_it_also_before_it_has_results()
    {
        RunFolder.Take(Output, overwrite: false);

        var error = Assert.Throws<RunFolderException>(() => RunFolder.Take(Output, overwrite: false));

        Assert.Contains("holds a run", error.Message, StringComparison.Ordinal);
        await File.WriteAllTextAsync(Path.Combine(Output, "summary.json"), "{}", TestContext.Current.CancellationToken);
        RunFolder.Take(Output, overwrite: true);
        Assert.False(File.Exists(Path.Combine(Output, "summary.json")));
    }

    [Theory]
    [InlineData("../x")]
    [InlineData("a/b")]
    [InlineData("a\\b")]
    [InlineData("..")]
    public async Task A_name_that_leads_elsewhere_is_refused(string name)
    {
        var file = _host.Folder.File("named.json");
        await File.WriteAllTextAsync(file, new JsonObject { ["name"] = name }.ToJsonString(), TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Usage, await _host.Run("run", file));
        Assert.Contains("$.name: expected a name without / and \\", _host.Error, StringComparison.Ordinal);

        var sweep = new JsonObject { ["name"] = name, ["scenario"] = "scenario.json", ["axes"] = new JsonObject { ["seed"] = new JsonArray(1) } };
        await File.WriteAllTextAsync(file, sweep.ToJsonString(), TestContext.Current.CancellationToken);
        _host.Scenario();
        Assert.Equal(ExitCode.Usage, await _host.Run("sweep", file));
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("<html>")]
    public async Task An_import_that_does_not_say_how_much_it_took_ends_the_run_with_the_reason(string answer)
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (context, route) =>
        {
            if (route != "POST /import/customers") return false;
            await context.Request.Body.CopyToAsync(Stream.Null);
            await context.Response.Body.WriteAsync(System.Text.Encoding.UTF8.GetBytes(answer));
            return true;
        };

        Assert.Equal(ExitCode.Target, await Run(stub));
        Assert.Contains("POST /import/customers at ", _host.Error, StringComparison.Ordinal);
        Assert.Contains("how much it took", _host.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("text/html", "<!DOCTYPE html><html><body>It works!</body></html>")]
    [InlineData("text/plain", "\n <html><body>It works!</body></html>")]
    public async Task The_page_of_a_foreign_server_is_not_printed(string type, string page)
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (context, route) =>
        {
            if (route != "PATCH /cleanup") return false;
            context.Response.StatusCode = 403;
            context.Response.ContentType = type;
            await context.Response.Body.WriteAsync(System.Text.Encoding.UTF8.GetBytes(page));
            return true;
        };

        Assert.Equal(ExitCode.Target, await Run(stub));

        Assert.Contains("answered 403: a page, not what a silo says. Is another program at this address?", _host.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("It works!", _host.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_is_broken_off_leaves_what_is_not_its_own()
    {
        var scenario = _host.Scenario(""", "target": { "urls": ["http://unknown.invalid:1"] }""");
        Directory.CreateDirectory(Output);
        await File.WriteAllTextAsync(Path.Combine(Output, "notes.txt"), "mine", TestContext.Current.CancellationToken);
        await _host.Interrupt.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await _host.Run("run", scenario, "--output", Output));

        Assert.Equal([Path.Combine(Output, "notes.txt")], Directory.GetFileSystemEntries(Output));
    }

    [Fact]
    public async Task A_disk_that_is_full_costs_no_figures()
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "There is no /dev/full here.");
        await using var stub = await StubMarketplace.Start();
        var isFull = 0;
        stub.Intercept = (_, route) =>
        {
            // The first transaction of any run, however short; two workers may send theirs at once.
            if (route == "PATCH /cart/#/add" && Interlocked.Exchange(ref isFull, 1) == 0)
                File.CreateSymbolicLink(Path.Combine(Output, "manifest.json"), "/dev/full");
            return Task.FromResult(false);
        };

        Assert.Equal(ExitCode.NotWritten, await Run(stub));

        Assert.Contains("Results could not be written: ", _host.Out, StringComparison.Ordinal);
        Assert.Contains("test: ", _host.Out, StringComparison.Ordinal);
        Assert.Contains("not audited", _host.Out, StringComparison.Ordinal);
    }

    private Task<int> Run(StubMarketplace stub) =>
        _host.Run("run", _host.Scenario(), "--target", stub.Url.ToString(), "--output", Output);
}
