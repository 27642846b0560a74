namespace Marketplace.Grains;

/// <summary>Selects the keys of one pass over an export: those that leave a remainder when divided by the number of passes.</summary>
/// <param name="Remainder">From 0, below <paramref name="Divisor"/>.</param>
/// <param name="Divisor">Number of passes, from 1.</param>
[GenerateSerializer, Immutable]
internal readonly record struct KeyFilter(int Remainder, int Divisor)
{
    public static KeyFilter All => new(0, 1);

    /// <summary>Whether a key belongs to this pass.</summary>
    /// <param name="key">Customer id, or another key.</param>
    public bool Takes(long key) => Divisor == 1 || key % Divisor == Remainder;
}
