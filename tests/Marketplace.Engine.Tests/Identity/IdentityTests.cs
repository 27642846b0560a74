using Marketplace.Conformance.Grains;
using Marketplace.Engine.Tests.Fixtures;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Engine.Tests.Identity;

/// <summary>What is refused, and with which words.</summary>
public sealed class IdentityTests
{
    [Fact]
    public async Task A_reference_that_leads_nowhere_is_refused_with_the_reason()
    {
        await using var engine = LocalEngines.Start();
        var grains = engine.Grains;
        Assert.Contains("INobody", Refusal(() => grains.GetGrain<INobody>(1)), StringComparison.Ordinal);
        Assert.Contains("\"unknown\"", Refusal(() => grains.GetGrain<IShared>(GrainId.Parse("unknown/1"))), StringComparison.Ordinal);
        var second = GrainId.Parse("number-two/1");
        Assert.Contains("does not implement", Refusal(() => grains.GetGrain<IFirst>(second)), StringComparison.Ordinal);

        static string Refusal(Func<object> get) => Assert.Throws<ArgumentException>(get).Message;
    }
}
