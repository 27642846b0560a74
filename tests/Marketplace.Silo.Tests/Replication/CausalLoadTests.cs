using Marketplace.Grains.Replication;
using Marketplace.Protocols.Recording;
using Marketplace.Silo.Tests.Entry;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>Causal replication across objects under load, over streams.</summary>
public class CausalLoadTests
{
    public static TheoryData<string> Protocols => Replication.Protocols.All;

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Protocols))]
    public async Task Each_checkout_reads_a_prefix_of_each_sellers_updates_with_all_that_was_acknowledged(string protocol)
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Protocol = protocol,
            Recording = RecordingLevel.Full,
            Replication = static services => services.AddOrderedStreams(),
        });
        var load = new CausalLoad(world);
        await load.Run(rounds: 10);
        Assert.True(await load.Check() > 100);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class CausalLoadTestsOnLocal : CausalLoadTests;
