using Marketplace.Conformance.Fixtures;
using Marketplace.Conformance.Grains;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Conformance;

/// <summary>Identities, keys and references.</summary>
public abstract class IdentityTests(EngineUnderTest engines)
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
    [InlineData("10000000000000000")]
    [InlineData("a/b")]
    [InlineData("1+x")]
    public void Other_text_stays_as_it_is(string text)
    {
        var id = GrainId.Create("cart", text);
        Assert.Equal(text, id.Key.ToString());
        Assert.Equal(id, GrainId.Parse(id.ToString()));
    }

    [Fact]
    public void Ids_are_ordered_by_type_and_then_by_the_text_of_the_key()
    {
        string[] ordered =
        [
            "a/0", "a/1", "a/10", "a/12C", "a/14", "a/1F", "a/2", "a/7FFFFFFFFFFFFFFF", "a/80", "a/9", "a/A+x", "a/AB", "a/AG", "a/B",
            "a/FFFFFFFFFFFFFFFF", "a/ab", "a/y", "a/z", "a/zz", "a/ä", "a/\uFB01", "a/\U0001F600", "aa/0", "b/1",
        ];
        var ids = ordered.Select(GrainId.Parse).ToArray();
        Assert.Equal(ordered, ids.Reverse().Order().Select(id => id.ToString()));
        foreach (var (i, left) in ids.Index())
        {
            foreach (var (j, right) in ids.Index())
                Assert.Equal(Math.Sign(i - j), Math.Sign(left.CompareTo(right)));
        }
    }

    [Fact]
    public void Text_without_a_type_is_no_id() => Assert.ThrowsAny<Exception>(() => GrainId.Parse("1"));

    [Fact]
    public async Task Grains_know_their_keys_of_all_kinds()
    {
        await using var engine = await engines.Start();
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
        await using var engine = await engines.Start();
        Assert.Equal("first 10", await engine.Grains.GetGrain<IShared>(GrainId.Create("first", "A")).Name());
        Assert.Equal("second", await engine.Grains.GetGrain<IShared>(GrainId.Create("number-two", "1+x")).Name());
        var self = await engine.Grains.GetGrain<IFirst>(3).Self();
        Assert.Equal(engine.Grains.GetGrain<IFirst>(3).GetGrainId(), self.GetGrainId());
        Assert.Equal(engine.Grains.GetGrain<IFirst>(3), self.AsReference<IFirst>());
        Assert.NotEqual(engine.Grains.GetGrain<IFirst>(4), self.AsReference<IFirst>());
        Assert.Equal("first 3", await self.AsReference<IShared>().Name());
    }

    [Fact]
    public async Task A_reference_that_leads_nowhere_is_refused_when_it_is_called_at_the_latest()
    {
        await using var engine = await engines.Start();
        var grains = engine.Grains;
        await Assert.ThrowsAnyAsync<Exception>(() => grains.GetGrain<INobody>(1).Call());
        await Assert.ThrowsAnyAsync<Exception>(() => grains.GetGrain<IShared>(GrainId.Parse("unknown/1")).Name());
        await Assert.ThrowsAnyAsync<Exception>(() => grains.GetGrain<IFirst>(GrainId.Parse("number-two/1")).Self());
    }
}
