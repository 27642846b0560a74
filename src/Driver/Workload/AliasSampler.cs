using Marketplace.Driver.Data;

namespace Marketplace.Driver.Workload;

/// <summary>Samples any discrete distribution in constant time (Walker's alias method, Vose's construction). Immutable.</summary>
internal sealed class AliasSampler
{
    private readonly double[] _keep;
    private readonly int[] _alias;

    /// <summary>Prepares a distribution.</summary>
    /// <param name="weights">Weight of each outcome: none negative, not all 0.</param>
    public AliasSampler(ReadOnlySpan<double> weights)
    {
        var count = weights.Length;
        _keep = new double[count];
        _alias = new int[count];
        var sum = 0.0;
        var heaviest = 0;
        for (var i = 0; i < count; i++)
        {
            ArgumentOutOfRangeException.ThrowIfNegative(weights[i]);
            sum += weights[i];
            if (weights[i] > weights[heaviest]) heaviest = i;
        }

        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(sum);
        var scaled = new double[count];
        var small = new Stack<int>();
        var large = new Stack<int>();
        for (var i = 0; i < count; i++)
        {
            scaled[i] = weights[i] * count / sum;
            (scaled[i] < 1 ? small : large).Push(i);
        }

        while (small.Count > 0 && large.Count > 0)
        {
            var low = small.Pop();
            var high = large.Peek();
            _keep[low] = scaled[low];
            _alias[low] = high;
            scaled[high] -= 1 - scaled[low];
            if (scaled[high] >= 1) continue;
            small.Push(large.Pop());
        }

        // What is left differs from 1 by rounding alone; a weight of 0 must stay impossible even so.
        foreach (var rest in large.Concat(small))
        {
            _keep[rest] = weights[rest] > 0 ? 1 : 0;
            _alias[rest] = heaviest;
        }
    }

    /// <summary>A sampler of ranks 0…n−1 with weight (rank + 1)^−exponent; exponent 0 is uniform.</summary>
    /// <param name="exponent">At least 0.</param>
    public static AliasSampler Zipfian(int count, double exponent)
    {
        var weights = new double[count];
        for (var rank = 0; rank < count; rank++)
            weights[rank] = Math.Pow(rank + 1, -exponent);
        return new AliasSampler(weights);
    }

    /// <summary>An outcome, from 0.</summary>
    public int Sample(WorkloadRandom random)
    {
        var slot = random.Below(_keep.Length);
        return random.NextDouble() < _keep[slot] ? slot : _alias[slot];
    }
}
