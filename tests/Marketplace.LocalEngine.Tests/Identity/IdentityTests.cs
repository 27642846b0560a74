using Marketplace.Conformance.Grains;
using Marketplace.LocalEngine.Tests.Fixtures;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Identity;

/// <summary>What is refused, and with which words.</summary>
public sealed class IdentityTests
{
    [Theory]
    [InlineData("0F")]
    [InlineData("ff")]
    [InlineData("")]
    [InlineData("10000000000000000")]
    [InlineData("a/b")]
    public void Text_that_no_integer_is_written_as_is_no_integer_key(string text)
    {
        var id = GrainId.Create("cart", text);
        Assert.Equal(text, id.Key.ToString());
        Assert.Throws<ArgumentException>(() => id.GetIntegerKey());
    }

    [Fact]
    public void Text_without_a_type_is_no_id() => Assert.Throws<FormatException>(() => GrainId.Parse("/1"));

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
