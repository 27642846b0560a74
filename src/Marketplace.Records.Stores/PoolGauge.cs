using System.Globalization;

namespace Marketplace.Records.Stores;

/// <summary>What the connections of a pool do, and how long requests wait for one. Thread-safe.</summary>
internal sealed class PoolGauge(TimeProvider time)
{
    private const double FirstSeconds = 1e-6;
    private const int BucketsPerOctave = 4;
    private const int Buckets = 112; // To 200 s.

    private readonly long[] _waits = new long[Buckets + 1];
    private long _busy;
    private long _busyTicks;
    private long _longest;

    /// <summary>Connections that are in use.</summary>
    public long Busy => Volatile.Read(ref _busy);

    /// <summary>Notes that a connection was got.</summary>
    /// <param name="asked">When it was asked for, in ticks.</param>
    public void Got(long asked)
    {
        var now = time.GetTimestamp();
        Interlocked.Increment(ref _busy);
        Interlocked.Add(ref _busyTicks, -now);
        var waited = now - asked;
        Interlocked.Increment(ref _waits[Bucket((double)waited / time.TimestampFrequency)]);
        for (var longest = Volatile.Read(ref _longest); waited > longest;)
        {
            var before = Interlocked.CompareExchange(ref _longest, waited, longest);
            if (before == longest) break;
            longest = before;
        }
    }

    /// <summary>Notes that a connection was given back.</summary>
    public void GaveBack()
    {
        Interlocked.Add(ref _busyTicks, time.GetTimestamp());
        Interlocked.Decrement(ref _busy);
    }

    /// <summary>The lines of `/metrics`: counters since the start, but the maximum since the last <see cref="Forget"/>.</summary>
    public IEnumerable<string> Lines()
    {
        var busy = Busy;
        var seconds = (Volatile.Read(ref _busyTicks) + (double)busy * time.GetTimestamp()) / time.TimestampFrequency;
        yield return string.Create(CultureInfo.InvariantCulture, $"records_connections_busy {busy}");
        yield return string.Create(CultureInfo.InvariantCulture, $"records_connections_busy_seconds_total {Math.Max(0, seconds):0.######}");
        var sum = 0L;
        for (var bucket = 0; bucket <= Buckets; bucket++)
        {
            sum += Volatile.Read(ref _waits[bucket]);
            var limit = bucket == Buckets ? "+Inf" : UpTo(bucket).ToString("0.########", CultureInfo.InvariantCulture);
            yield return string.Create(CultureInfo.InvariantCulture, $"records_pool_wait_seconds_bucket{{le=\"{limit}\"}} {sum}");
        }

        var longest = (double)Volatile.Read(ref _longest) / time.TimestampFrequency;
        yield return string.Create(CultureInfo.InvariantCulture, $"records_pool_wait_seconds_max {longest:0.######}");
    }

    /// <summary>Forgets the maximum.</summary>
    public void Forget() => Volatile.Write(ref _longest, 0);

    private static double UpTo(int bucket) => FirstSeconds * Math.Pow(2, (double)bucket / BucketsPerOctave);

    private static int Bucket(double seconds) => seconds <= FirstSeconds
        ? 0
        : Math.Min(Buckets, (int)Math.Ceiling(Math.Log2(seconds / FirstSeconds) * BucketsPerOctave));
}
