using Marketplace.Records.Stores;
using Xunit;

namespace Marketplace.Records.Tests;

public sealed class SettingsTests
{
    [Fact]
    public void Settings_are_read_whatever_their_case()
    {
        var settings = Parse(("store", "memory"), ("POOL", "5"), ("Hold", "2.5"), ("layout", "Hybrid-Indexed"));
        Assert.Equal(("memory", 5, 2.5, "hybrid-indexed", true), (settings.Store, settings.Pool, settings.Hold, settings.Layout, settings.IsIndexed));
    }

    [Theory]
    [InlineData("Pool", "0", "from 1 to 1000")]
    [InlineData("Hold", "much", "a number")]
    [InlineData("Layout", "star", "one of relational,")]
    [InlineData("Pools", "1", "is no setting")]
    [InlineData("Handlers", "virtual", "one of async, thread, threads, pool-sync")]
    [InlineData("Threads", "0", "from 1 to 1000")]
    [InlineData("Store", "postgres", "Postgres is missing")]
    [InlineData("Store", "mongodb", "MongoDb is missing")]
    public void What_is_wrong_is_named(string name, string value, string problem)
    {
        var error = Assert.Throws<RecordsSettingException>(() => Parse((name, value)));
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("relational", "0", "Layout expected document or document-indexed")]
    [InlineData("document", "2", "Hold is only for Store=postgres")]
    public void MongoDB_has_documents_and_no_statement_that_waits(string layout, string hold, string problem)
    {
        var error = Assert.Throws<RecordsSettingException>(
            () => Parse(("Store", "mongodb"), ("MongoDb", "mongodb://here"), ("Layout", layout), ("Hold", hold)));
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    private static RecordsSettings Parse(params (string Name, string Value)[] settings) =>
        RecordsSettings.Parse(settings.Select(setting => KeyValuePair.Create(setting.Name, (string?)setting.Value)));
}
