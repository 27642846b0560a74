using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class DataCommandTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Shop => _host.Folder.File("shop.duckdb");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task A_run_writes_the_file_of_its_data_set_and_the_next_one_starts_from_it()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Run(stub, "first"));
        Assert.Contains("shop.duckdb is written", _host.Out, StringComparison.Ordinal);
        var written = File.GetLastWriteTimeUtc(Shop);
        stub.Imported.Clear();

        Assert.Equal(ExitCode.Done, await Run(stub, "second"));
        Assert.Equal(written, File.GetLastWriteTimeUtc(Shop));
        Assert.Equal(100, stub.Imported["products"]);
    }

    [Fact]
    public async Task The_file_of_another_seed_is_refused_before_anything_starts()
    {
        Assert.Equal(ExitCode.Done, await _host.Run("generate", _host.Scenario(), "--data", Shop));
        await using var stub = await StubMarketplace.Start();

        Assert.Equal(ExitCode.Usage, await Run(stub, "run", "--set", "seed=7"));
        Assert.Contains("was made from other data settings or another seed than the scenario's", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run(
            "ingest", _host.Scenario(), "--target", stub.Url.ToString(), "--data", _host.Folder.File("none.duckdb")));
        Assert.Contains("none.duckdb: $: is missing; write it first", _host.Error, StringComparison.Ordinal);
        Assert.Empty(stub.Imported);

        Assert.Equal(ExitCode.Done, await _host.Run("ingest", _host.Scenario(), "--target", stub.Url.ToString(), "--data", Shop));
        Assert.NotEmpty(stub.Imported);
    }

    private Task<int> Run(StubMarketplace stub, string name, params string[] more) => _host.Run(
        ["run", _host.Scenario(), "--target", stub.Url.ToString(), "--output", _host.Folder.File(name), "--set", "data.store=duckdb",
         "--set", $"data.file={Shop}", .. more]);
}
