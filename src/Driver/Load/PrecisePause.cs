using System.Runtime.InteropServices;

namespace Marketplace.Driver.Load;

/// <summary>
/// Waits to some microseconds: sleeps until shortly before the moment, and spins for the rest. Timers of the runtime and of sockets count
/// whole milliseconds, which is more than what is measured.
/// </summary>
internal sealed class PrecisePause(TimeProvider time) : IPause
{
    private const int SetTimerSlack = 29;
    private const int SpinsAtOnce = 10;
    private const long NanosecondsPerSecond = 1_000_000_000;

    // By default the kernel may be late by 50 µs, to wake several threads at once; and a thread takes some time to wake.
    private static readonly TimeSpan SpinOnLinux = TimeSpan.FromMicroseconds(60);
    private static readonly TimeSpan SpinElsewhere = TimeSpan.FromMilliseconds(2);

    private readonly long _spin = Ticks(time, OperatingSystem.IsLinux() ? SpinOnLinux : SpinElsewhere);
    private bool _isPrepared;

    public void Until(long timestamp)
    {
        if (!_isPrepared) Prepare();
        for (var left = timestamp - time.GetTimestamp(); left > 0; left = timestamp - time.GetTimestamp())
        {
            if (left > _spin)
                Sleep(time.GetElapsedTime(0, left - _spin));
            else
                Thread.SpinWait(SpinsAtOnce);
        }
    }

    private static long Ticks(TimeProvider time, TimeSpan span) => (long)(span.TotalSeconds * time.TimestampFrequency);

    // Concerns the calling thread alone. If it fails, the thread sleeps a little less exactly.
    private void Prepare()
    {
        _isPrepared = true;
        if (OperatingSystem.IsLinux()) _ = Control(SetTimerSlack, 1, 0, 0, 0);
    }

    private static void Sleep(TimeSpan span)
    {
        if (!OperatingSystem.IsLinux())
        {
            using var never = new ManualResetEventSlim();
            never.Wait(span);
            return;
        }

        // A signal may end it early: whoever calls looks at the clock again.
        var nanoseconds = (long)(span.TotalSeconds * NanosecondsPerSecond);
        var request = new TimeSpec((nint)(nanoseconds / NanosecondsPerSecond), (nint)(nanoseconds % NanosecondsPerSecond));
        _ = SleepFor(in request, 0);
    }

    [DllImport("libc", EntryPoint = "nanosleep")]
    private static extern int SleepFor(in TimeSpec request, nint remaining);

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int Control(int option, nuint first, nuint second, nuint third, nuint fourth);

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct TimeSpec(nint Seconds, nint Nanoseconds);
}

/// <summary>Lets a thread of its own wait for a moment.</summary>
internal interface IPause
{
    /// <summary>Returns at a moment, or as soon after it as possible; never before.</summary>
    void Until(long timestamp);
}
