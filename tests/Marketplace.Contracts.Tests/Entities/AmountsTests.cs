using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using Marketplace.Contracts.Entities;
using Xunit;

namespace Marketplace.Contracts.Tests.Entities;

/// <summary>Against arithmetic with as many digits as it takes.</summary>
public sealed class AmountsTests
{
    private const int Scale = 40;

    [Fact]
    public void What_is_given_is_exact_and_what_has_too_many_digits_is_not_given() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(5_000).WithReplay(1, 1),
        Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed =>
        {
            var random = new Random(seed);
            var (a, b, quantity) = (Amount(random), Amount(random), random.Next(1, 1 << random.Next(1, 21)));
            Holds(Amounts.TryAdd(a, b, out var sum), sum, Exact(a) + Exact(b), Math.Max(a.Scale, b.Scale));
            Holds(Amounts.TryMultiply(a, quantity, out var product), product, Exact(a) * quantity, a.Scale);
            var (larger, smaller) = (Math.Max(a, b), Math.Min(a, b));
            Holds(Amounts.TrySubtract(larger, smaller, out var rest), rest, Exact(larger) - Exact(smaller), Math.Max(a.Scale, b.Scale));
        }));

    [Fact]
    public void The_largest_amounts_are_no_overflow()
    {
        Assert.False(Amounts.TryAdd(decimal.MaxValue, decimal.MaxValue, out _));
        Assert.False(Amounts.TryMultiply(decimal.MaxValue, int.MaxValue, out _));
        Assert.Throws<OverflowException>(() => Amounts.Add(Amounts.Max, 0.00000000000000001m));
        Assert.Equal(2_000_000_000_000_000_000m, Amounts.Add(Amounts.Max, Amounts.Max));
    }

    // What does not fit into 28 digits may be given if its digits fit all the same; what fits must be.
    private static void Holds(bool isGiven, decimal value, BigInteger expected, int scale)
    {
        var digits = expected / BigInteger.Pow(10, Scale - scale);
        Assert.True(isGiven || digits >= BigInteger.Pow(10, Amounts.MaxDigits), $"{digits} with {scale} digits after the point was not given");
        if (isGiven)
            Assert.Equal(expected, Exact(value));
    }

    // Of any size, and any number of digits after the point.
    private static decimal Amount(Random random)
    {
        Span<int> bits = [random.Next(), random.Next(), random.Next()];
        var scale = random.Next(Amounts.MaxDecimals + 1);
        var value = new decimal(bits[0], bits[1], bits[2] >> random.Next(31), false, (byte)scale);
        return random.Next(3) switch
        {
            0 => new decimal(bits[0], 0, 0, false, (byte)scale),
            1 when value > Amounts.Max => Amounts.Max,
            _ => value,
        };
    }

    private static BigInteger Exact(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = ((BigInteger)(uint)bits[2] << 64) | ((BigInteger)(uint)bits[1] << 32) | (uint)bits[0];
        return mantissa * BigInteger.Pow(10, Scale - value.Scale);
    }
}
