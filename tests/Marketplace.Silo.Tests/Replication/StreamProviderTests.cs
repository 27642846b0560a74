using Marketplace.Grains.Replication;
using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Streams;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>The agents of streams look for messages ten times a second, so a silo that sends nothing over streams has none.</summary>
public sealed class StreamProviderTests
{
    [Theory]
    [InlineData("none", "streams", false)]
    [InlineData("eventual", "redis", false)]
    [InlineData("eventual", "streams", true)]
    [InlineData("causal-per-object", "streams", true)]
    [InlineData("causal-across-objects", "streams", true)]
    public async Task Only_a_silo_that_replicates_over_streams_has_them(string level, string transport, bool isThere)
    {
        await using var silo = SiloHost.Build(
            [
                "--urls", "http://127.0.0.1:0", "--Marketplace:Replication", level, "--Marketplace:Replication:Transport", transport,
                "--Marketplace:RedisPrimary", "127.0.0.1:1", "--Marketplace:RedisSecondary", "127.0.0.1:2",
            ],
            static services => services.AsOneOfMany());
        Assert.Equal(isThere, silo.Services.GetKeyedService<IStreamProvider>(ReplicaStreams.Provider) is not null);
    }
}
