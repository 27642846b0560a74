using Marketplace.Protocols.OrleansTransactions;
using Marketplace.TestSupport;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Xunit;

namespace Marketplace.Protocols.Tests.OrleansTransactions;

/// <summary>How long Orleans lets a transaction hold a lock.</summary>
public sealed class PatienceTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly TransactionalStateOptions _state = new() { LockTimeout = Second, PrepareTimeout = Second };
    private readonly ProtocolOptions _options = new() { Timeout = 5 * Second };
    private readonly ManualTimeProvider _time = new();

    [Fact]
    public void It_is_a_second_unless_the_time_out_is_less()
    {
        Assert.Equal(Second, Patience.Short(_options));
        Assert.Equal(Second / 2, Patience.Short(_options with { Timeout = Second / 2 }));
    }

    [Fact]
    public void After_an_abort_for_a_time_out_it_is_the_whole_time_out_and_a_minute_later_short_again()
    {
        var patience = new Patience(Options.Create(_state), _options, _time);

        patience.RanOut();
        Assert.Equal((5 * Second, 5 * Second), (_state.LockTimeout, _state.PrepareTimeout));

        _time.Advance(TimeSpan.FromMinutes(1));
        patience.Begin();
        Assert.Equal((5 * Second, 5 * Second), (_state.LockTimeout, _state.PrepareTimeout));

        _time.Advance(Second);
        patience.Begin();
        Assert.Equal((Second, Second), (_state.LockTimeout, _state.PrepareTimeout));
    }

    [Fact]
    public void Each_abort_for_a_time_out_begins_the_minute_again()
    {
        var patience = new Patience(Options.Create(_state), _options, _time);

        patience.RanOut();
        _time.Advance(TimeSpan.FromSeconds(40));
        patience.RanOut();
        _time.Advance(TimeSpan.FromSeconds(40));
        patience.Begin();

        Assert.Equal(5 * Second, _state.LockTimeout);
    }
}
