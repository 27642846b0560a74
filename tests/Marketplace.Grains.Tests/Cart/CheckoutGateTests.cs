using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cart;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Grains.Tests.Cart;

public sealed class CheckoutGateTests
{
    private readonly ManualTimeProvider _clock = new();
    private readonly CheckoutGate _gate;

    public CheckoutGateTests() => _gate = new CheckoutGate(_clock, TimeSpan.FromSeconds(30));

    [Fact]
    public async Task One_is_inside_at_a_time_and_the_others_hear_how_it_ended()
    {
        Assert.Null(_gate.TryBegin("a"));
        var (tid, ending) = _gate.TryBegin("b")!.Value;
        Assert.Equal("a", tid);
        var answer = new CheckoutAnswer("a", CheckoutOutcome.Committed, 1, "", 1, 1m);
        _gate.End("b", null);
        Assert.True(_gate.IsTaken);
        _gate.End("a", answer);
        Assert.Same(answer, await ending);
        Assert.Null(_gate.TryBegin("b"));
    }

    [Fact]
    public async Task An_owner_that_vanished_does_not_keep_others_out_for_ever()
    {
        _gate.TryBegin("a");
        var ending = _gate.TryBegin("a")!.Value.Answer;
        _clock.Advance(TimeSpan.FromSeconds(31));
        Assert.False(_gate.IsTaken);
        Assert.Null(await ending);
        Assert.Null(_gate.TryBegin("b"));
    }
}
