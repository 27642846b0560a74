using Marketplace.Driver.Data;
using Marketplace.Driver.Workload;
using Marketplace.Records.Stores.Ycsb;
using Xunit;

namespace Marketplace.Driver.Tests.Workload;

public sealed class YcsbKeysTests
{
    private const int Samples = 1_000_000;
    private const double Zeta = 26.46902820178302;
    private const double Theta = GrayZipfian.YcsbTheta;

    // Euler and Maclaurin: the sum of i^−θ to n, from an exact sum to m.
    [Fact]
    public void The_sum_belongs_to_ten_to_the_tenth_ranks()
    {
        const double n = 1e10;
        const int m = 100_000;
        var sum = Enumerable.Range(1, m).Sum(rank => Math.Pow(rank, -Theta));
        var rest = (Math.Pow(n, 1 - Theta) - Math.Pow(m, 1 - Theta)) / (1 - Theta) + (Math.Pow(n, -Theta) - Math.Pow(m, -Theta)) / 2;
        Assert.Equal(Zeta, sum + rest, 1e-6);
    }

    [Fact]
    public void Ranks_are_at_the_places_of_the_closed_form()
    {
        const long items = 10_000_000_001;
        var ranks = new GrayZipfian(items, Theta, Zeta);
        Assert.Equal((0, 0), (ranks.RankOf(0), ranks.RankOf(1 / Zeta - 1e-9)));
        Assert.Equal((1, 1), (ranks.RankOf(1 / Zeta + 1e-9), ranks.RankOf((1 + Math.Pow(0.5, Theta)) / Zeta - 1e-9)));

        // Rank k ends where the part of the distribution below it is 1 − (1 − ((k + 1) / n)^(1 − θ)) / η.
        var eta = (1 - Math.Pow(2.0 / items, 1 - Theta)) / (1 - (1 + Math.Pow(0.5, Theta)) / Zeta);
        foreach (var rank in new[] { 2L, 10, 1_000, 1_000_000, items / 2 })
        {
            var end = 1 - (1 - Math.Pow((rank + 1.0) / items, 1 - Theta)) / eta;
            var (before, after) = (ranks.RankOf(end - 1e-12), ranks.RankOf(end + 1e-12));
            Assert.InRange(before, rank - 1e-6 * rank - 1, rank);
            Assert.InRange(after, rank, rank + 1e-6 * rank + 1);
        }

        Assert.InRange(ranks.RankOf(1 - 1e-12), items / 2, items - 1);
    }

    [Fact]
    public void The_hottest_key_is_that_of_the_first_rank_whatever_the_size_and_the_rest_is_flatter_than_plain()
    {
        foreach (var rows in new[] { 10_000, 100_000 })
        {
            var seen = Draw(new YcsbKeys("zipfian", rows), rows);
            var hottest = Array.IndexOf(seen, seen.Max());
            Assert.Equal((int)(UserData.Hash(0) % (ulong)rows), hottest);

            // What other ranks add to it is 1 / rows of nearly everything.
            Assert.InRange(seen[hottest] / (double)Samples, 0.99 / Zeta, 1.01 / Zeta + 1.0 / rows);
            var plain = Draw(new YcsbKeys("zipfian-plain", rows), rows);
            Assert.Equal(0, Array.IndexOf(plain, plain.Max()));
            Assert.True(plain.Max() > 1.9 * seen.Max());
        }
    }

    [Fact]
    public void The_same_seed_picks_the_same_keys()
    {
        foreach (var distribution in new[] { "zipfian", "zipfian-plain", "uniform", "latest" })
        {
            Assert.Equal(Numbers(1), Numbers(1));
            Assert.NotEqual(Numbers(1), Numbers(2));
            Assert.All(Numbers(3), number => Assert.InRange(number, 0, 99));

            long[] Numbers(long seed)
            {
                var (keys, random) = (new YcsbKeys(distribution, 100), new WorkloadRandom(seed, 0));
                return [.. Enumerable.Range(0, 1_000).Select(_ => keys.Pick(random))];
            }
        }
    }

    [Fact]
    public void The_latest_records_are_picked_most_often_once_all_before_them_are_there()
    {
        var keys = new YcsbKeys("latest", 1_000);
        Assert.Equal((1_000, 1_001), (keys.Next(), keys.Next()));
        Assert.Equal(999, Hottest());
        keys.Ended(1_001);
        Assert.Equal(999, Hottest());
        keys.Ended(1_000);
        Assert.Equal(1_001, Hottest());

        long Hottest()
        {
            var random = new WorkloadRandom(5, 0);
            return Enumerable.Range(0, 2_000).Select(_ => keys.Pick(random)).GroupBy(number => number).MaxBy(group => group.Count())!.Key;
        }
    }

    private static long[] Draw(YcsbKeys keys, int rows)
    {
        var random = new WorkloadRandom(4, 0);
        var seen = new long[rows];
        for (var i = 0; i < Samples; i++)
            seen[keys.Pick(random)]++;
        return seen;
    }
}
