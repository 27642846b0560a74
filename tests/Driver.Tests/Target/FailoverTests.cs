using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Target;

public sealed class FailoverTests : IAsyncLifetime
{
    private StubMarketplace _first = null!;
    private StubMarketplace _second = null!;
    private StubMarketplace _third = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() =>
        (_first, _second, _third) =
            (await StubMarketplace.Start(), await StubMarketplace.Start(), await StubMarketplace.Start());

    public async ValueTask DisposeAsync()
    {
        await _first.DisposeAsync();
        await _second.DisposeAsync();
        await _third.DisposeAsync();
    }

    [Fact]
    public async Task Everything_goes_to_the_first_that_is_ready()
    {
        await _first.Die();
        _second.IsLeaving = true;
        using var client = Client();
        await client.WaitReady(TimeSpan.FromSeconds(30), () => null, Cancellation);

        Assert.Equal(_third.Url, client.Url);
        Assert.Equal([_third.Url, _first.Url, _second.Url], client.Urls);
        await client.Clean("cleanup", Cancellation);
        Assert.Equal((0, 1), (_second.Served, _third.Served));
    }

    [Fact]
    public async Task Who_cannot_be_reached_is_left_for_the_next_that_is_ready()
    {
        using var client = Client();
        _first.Imported["customers"] = _third.Imported["customers"] = 7;
        Assert.Equal(7, await client.Count("customers", Cancellation));
        await _first.Die();
        _second.IsLeaving = true;

        Assert.Equal(7, await client.Count("customers", Cancellation));
        await client.Post("customer", () => new StringContent("{}"), Cancellation);
        Assert.Equal((_third.Url, 2, 0), (client.Url, _third.Served, _second.Served));
    }

    [Fact]
    public async Task When_none_can_be_reached_the_error_names_one_and_says_why()
    {
        foreach (var stub in new[] { _first, _second, _third })
            await stub.Die();
        using var client = Client();
        var lost = await Assert.ThrowsAsync<TargetException>(() => client.Count("customers", Cancellation));
        var late = await Assert.ThrowsAsync<TargetException>(() => client.WaitReady(TimeSpan.Zero, () => null, Cancellation));

        Assert.Contains("can't be reached: Connection refused", lost.Message, StringComparison.Ordinal);
        Assert.All([_first, _second, _third], stub => Assert.Contains($"{stub.Url}: ", late.Message, StringComparison.Ordinal));
    }

    private TargetClient Client() => new([_first.Url, _second.Url, _third.Url], TimeProvider.System);
}
