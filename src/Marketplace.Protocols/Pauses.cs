namespace Marketplace.Protocols;

/// <summary>Pauses between attempts at what fails for some time.</summary>
public static class Pauses
{
    /// <summary>The pause after the next attempt: twice as long, up to a limit.</summary>
    public static TimeSpan DoubledUpTo(this TimeSpan pause, TimeSpan longest) => pause + pause < longest ? pause + pause : longest;
}
