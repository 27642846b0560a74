using Microsoft.Extensions.Options;
using Orleans.Configuration;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// How long Orleans lets a transaction hold a lock, or wait for others to be prepared. Orleans makes a timer for each lock, never takes one
/// back, and looks at all of them twenty times a second: with the whole time-out that took a fifth of the silo's CPU. So it is short while
/// that is enough, and the whole for a while after a transaction was aborted for it.
/// </summary>
internal sealed class Patience(IOptions<TransactionalStateOptions> state, ProtocolOptions options, TimeProvider time)
{
    private static readonly TimeSpan ShortMax = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Relapse = TimeSpan.FromMinutes(1);

    private readonly Lock _lock = new();
    private long _ranOut;
    private volatile bool _isLong;

    /// <summary>How long at first.</summary>
    /// <returns>A second, unless the time-out is less.</returns>
    public static TimeSpan Short(ProtocolOptions options) => options.Timeout < ShortMax ? options.Timeout : ShortMax;

    /// <summary>An attempt begins.</summary>
    public void Begin()
    {
        if (_isLong)
        {
            lock (_lock)
            {
                if (_isLong && time.GetElapsedTime(_ranOut) > Relapse)
                    Set(Short(options), isLong: false);
            }
        }
    }

    /// <summary>An attempt was aborted for a time-out.</summary>
    public void RanOut()
    {
        lock (_lock)
        {
            _ranOut = time.GetTimestamp();
            Set(options.Timeout, isLong: true);
        }
    }

    // Orleans reads the options each time.
    private void Set(TimeSpan timeout, bool isLong)
    {
        (state.Value.LockTimeout, state.Value.PrepareTimeout) = (timeout, timeout);
        _isLong = isLong;
    }
}
