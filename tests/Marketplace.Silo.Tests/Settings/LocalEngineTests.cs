using Marketplace.Silo.Hosting;
using Xunit;

namespace Marketplace.Silo.Tests.Settings;

public sealed class LocalEngineTests
{
    [Theory]
    [InlineData("Cluster:Provider=localhost", "Marketplace:Cluster:Provider has the value 'localhost'")]
    [InlineData("Services=cart,stock", "Marketplace:Services leaves services to other silos")]
    public async Task A_cluster_stops_a_silo_of_the_local_engine_with_one_sentence_that_says_how_to_build_for_one(string setting, string expected)
    {
        using var errors = new StringWriter();
        Assert.Equal(2, await SiloHost.Run(["--Marketplace:" + setting], TextWriter.Null, errors));
        Assert.Contains(expected, errors.ToString(), StringComparison.Ordinal);
        Assert.Contains("build with -p:Engine=Orleans.", errors.ToString(), StringComparison.Ordinal);
        Assert.Single(errors.ToString().Trim().Split('\n'));
    }
}
