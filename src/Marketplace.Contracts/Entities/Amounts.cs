namespace Marketplace.Contracts.Entities;

/// <summary>
/// Arithmetic with amounts of money that is exact or does not happen: a <see cref="decimal"/> holds 28 digits, and rounds what has more of them
/// without a word.
/// </summary>
public static class Amounts
{
    /// <summary>Largest amount that a client may send.</summary>
    public const long Max = 1_000_000_000_000_000_000;

    /// <summary>Digits that a decimal holds exactly, whatever they are.</summary>
    public const int MaxDigits = 28;

    /// <summary>Digits after the point at most: as many as a double in JSON has that is not tiny.</summary>
    public const int MaxDecimals = 17;

    // No sum of two of them is beyond what a decimal holds.
    private const decimal Limit = 10_000_000_000_000_000_000_000_000_000m;

    /// <summary>Adds two amounts.</summary>
    /// <param name="a">Not negative.</param>
    /// <param name="b">Not negative.</param>
    /// <returns>False if the sum has more digits than a decimal holds.</returns>
    public static bool TryAdd(decimal a, decimal b, out decimal sum)
    {
        if (a > Limit || b > Limit)
        {
            sum = 0;
            return false;
        }

        // What does not fit loses digits after the point.
        sum = a + b;
        return sum.Scale == Math.Max(a.Scale, b.Scale);
    }

    /// <summary>Takes an amount from one that is not smaller.</summary>
    /// <param name="a">The larger one.</param>
    /// <param name="b">Not negative.</param>
    /// <param name="rest">What is left.</param>
    /// <returns>False if that has more digits than a decimal holds.</returns>
    public static bool TrySubtract(decimal a, decimal b, out decimal rest)
    {
        rest = a - b;
        return rest.Scale == Math.Max(a.Scale, b.Scale);
    }

    /// <summary>Multiplies an amount.</summary>
    /// <param name="amount">Not negative.</param>
    /// <param name="quantity">How many times.</param>
    /// <returns>False if the product has more digits than a decimal holds.</returns>
    public static bool TryMultiply(decimal amount, int quantity, out decimal product)
    {
        if (amount > Limit / quantity)
        {
            product = 0;
            return false;
        }

        product = amount * quantity;
        return product.Scale == amount.Scale;
    }

    /// <summary>Adds two amounts.</summary>
    /// <param name="a">Not negative.</param>
    /// <param name="b">Not negative.</param>
    /// <returns>Their sum.</returns>
    /// <exception cref="OverflowException">It has more digits than a decimal holds.</exception>
    public static decimal Add(decimal a, decimal b) => TryAdd(a, b, out var sum)
        ? sum
        : throw new OverflowException($"A sum of money has more than {MaxDigits} digits.");
}
