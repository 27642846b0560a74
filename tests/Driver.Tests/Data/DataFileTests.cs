using System.Text.Json.Nodes;
using Marketplace.Driver.Data;
using Marketplace.Driver.Database;
using Marketplace.Driver.Scenarios;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Data;

public sealed class DataFileTests : IDisposable
{
    private static readonly DataSettings Settings = new()
    {
        SizeFactor = 0.0055,
        ProductsPerSeller = 10,
        QuantityPerProduct = 7,
        InitialOrdersPerSizeFactor = 20_000,
        Store = DataSettings.Memory,
    };

    private readonly TemporaryFolder _folder = new();

    private string Shop => _folder.File("shop.duckdb");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_file_holds_what_the_generator_makes_and_gives_it_in_the_same_order()
    {
        var file = await Write(42);
        file.Verify();

        var generated = new GeneratedData(new DataGenerator(Settings, 42));
        foreach (var set in generated.Sets)
        {
            var lines = file.Lines(set).ToList();
            Assert.Equal(set.Count, lines.Count);
            Assert.All(generated.Lines(set).Zip(lines), pair => Assert.True(
                JsonNode.DeepEquals(JsonNode.Parse(pair.First), JsonNode.Parse(pair.Second)), System.Text.Encoding.UTF8.GetString(pair.Second)));
            using var copy = new MemoryStream();
            await ((IDataSource)file).Copy(set, copy, TestContext.Current.CancellationToken);
            Assert.Equal(lines.Sum(static line => line.Length + 1), copy.Length);
        }
    }

    [Fact]
    public async Task Amounts_are_decimals_that_any_tool_sums_up_exactly()
    {
        await Write(42);
        var expected = Enumerable.Range(0, 110).Select(new DataGenerator(Settings, 42).Order).Sum(static order => order.Order.TotalInvoice);
        using var file = TableFile.Read(Shop, 64);
        using var rows = file.Rows("SELECT sum(total_invoice), typeof(sum(total_invoice)), (SELECT sum(total_spent) FROM customers) FROM orders");

        Assert.True(rows.Reader.Read());
        Assert.Equal(
            (expected, "DECIMAL(38,2)", expected), (rows.Reader.GetDecimal(0), rows.Reader.GetString(1), rows.Reader.GetDecimal(2)));
    }

    [Fact]
    public async Task Another_data_set_or_another_file_is_refused_in_words()
    {
        Assert.Contains("is missing; write it first", Assert.Throws<ScenarioException>(Open(42).Verify).Message, StringComparison.Ordinal);
        await Write(42);
        var refused = Assert.Throws<ScenarioException>(Open(43).Verify).Message;
        Assert.Contains("another seed than the scenario's", refused, StringComparison.Ordinal);
        Assert.Contains("\"seed\":42", refused, StringComparison.Ordinal);

        await File.WriteAllTextAsync(Shop, "a list of things to buy", TestContext.Current.CancellationToken);
        Assert.Contains("is no data set", Assert.Throws<ScenarioException>(Open(42).Verify).Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<ScenarioException>(() => Write(42));
        Assert.Equal("a list of things to buy", await File.ReadAllTextAsync(Shop, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task An_interrupted_file_never_gets_its_name()
    {
        using var interrupt = new CancellationTokenSource();
        await interrupt.CancelAsync();
        await Assert.ThrowsAsync<OperationCanceledException>(() => Open(42).Write(new Progress<string>(), interrupt.Token));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private async Task<DataFile> Write(long seed)
    {
        var file = Open(seed);
        await file.Write(new Progress<string>(), TestContext.Current.CancellationToken);
        return file;
    }

    private DataFile Open(long seed) => new(Shop, new DataGenerator(Settings, seed), new DataDescription(seed, Settings));
}
