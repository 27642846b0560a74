namespace Marketplace.Grains;

/// <summary>The finalizer of SplitMix64: every bit of a number decides on every bit of what it is mixed to.</summary>
internal static class SplitMix
{
    public static ulong Mix(ulong x)
    {
        x += 0x9E3779B97F4A7C15;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }
}
