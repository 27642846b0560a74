using Marketplace.LocalEngine.Tests.Fixtures;
using Marketplace.LocalEngine.Tests.Grains;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.LocalEngine.Tests.Conformance;

/// <summary>Identities, keys and references.</summary>
public sealed class IdentityTests
{
    [Theory]
    [InlineData(0L, "0")]
    [InlineData(255L, "FF")]
    [InlineData(-1L, "FFFFFFFFFFFFFFFF")]
    [InlineData(long.MaxValue, "7FFFFFFFFFFFFFFF")]
    public void An_integer_key_is_its_hexadecimal_text(long key, string text)
    {
        var id = GrainId.Create(GrainType.Create("cart"), GrainIdKeyExtensions.CreateIntegerKey(key));
        Assert.Equal($"cart/{text}", id.ToString());
        Assert.Equal(id, GrainId.Parse($"cart/{text}"));
        Assert.Equal(id.GetHashCode(), GrainId.Parse($"cart/{text}").GetHashCode());
        Assert.Equal(key, GrainId.Parse($"cart/{text}").GetIntegerKey());
    }

    [Theory]
    [InlineData("0F")]
    [InlineData("ff")]
    [InlineData("")]
    [InlineData("10000000000000000")]
    [InlineData("a/b")]
    public void Other_text_stays_as_it_is(string text)
    {
        var id = GrainId.Create("cart", text);
        Assert.Equal(text, id.Key.ToString());
        Assert.Equal(id, GrainId.Parse(id.ToString()));
        Assert.Throws<ArgumentException>(() => id.GetIntegerKey());
    }

    [Fact]
    public void Ids_are_ordered_by_type_then_number_then_text()
    {
        var ids = new[] { "b/1", "a/z", "a/y", "a/10", "a/9" }.Select(GrainId.Parse);
        Assert.Equal(["a/9", "a/10", "a/y", "a/z", "b/1"], ids.Order().Select(id => id.ToString()));
    }

    [Fact]
    public void Text_without_a_type_is_no_id() => Assert.Throws<FormatException>(() => GrainId.Parse("/1"));

    [Fact]
    public async Task Grains_know_their_keys_of_all_kinds()
    {
        await using var engine = Engines.Start();
        var guid = new Guid(1, 2, 3, new byte[8]);
        Assert.Equal(guid, await engine.Grains.GetGrain<IByGuid>(guid).Key());
        Assert.Equal("-5 ext+ension", await engine.Grains.GetGrain<ISecond>(-5, "ext+ension").Key());
        Assert.Equal("first 77", await engine.Grains.GetGrain<IFirst>(77).Name());
        var reference = engine.Grains.GetGrain<IEcho>("text");
        Assert.Equal("text", reference.GetPrimaryKeyString());
        Assert.Equal("echo/text", reference.GetGrainId().ToString());
    }

    [Fact]
    public async Task A_reference_is_got_by_identity_and_by_any_interface()
    {
        await using var engine = Engines.Start();
        Assert.Equal("first 10", await engine.Grains.GetGrain<IShared>(GrainId.Create("first", "A")).Name());
        Assert.Equal("second", await engine.Grains.GetGrain<IShared>(GrainId.Create("number-two", "1+x")).Name());
        var self = await engine.Grains.GetGrain<IFirst>(3).Self();
        Assert.Equal(engine.Grains.GetGrain<IFirst>(3), self);
        Assert.NotEqual(engine.Grains.GetGrain<IFirst>(4), self);
        Assert.Equal("first 3", await self.AsReference<IShared>().Name());
    }

    [Fact]
    public async Task A_reference_that_leads_nowhere_is_refused_with_the_reason()
    {
        await using var engine = Engines.Start();
        var grains = engine.Grains;
        Assert.Contains("INobody", Refusal(() => grains.GetGrain<INobody>(1)), StringComparison.Ordinal);
        Assert.Contains("\"unknown\"", Refusal(() => grains.GetGrain<IShared>(GrainId.Parse("unknown/1"))), StringComparison.Ordinal);
        var second = GrainId.Parse("number-two/1");
        Assert.Contains("does not implement", Refusal(() => grains.GetGrain<IFirst>(second)), StringComparison.Ordinal);

        static string Refusal(Func<object> get) => Assert.Throws<ArgumentException>(get).Message;
    }
}
