using Marketplace.Driver.Data;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Workload;

/// <summary>Picks records of the table of YCSB by their numbers, and gives numbers to new ones. Thread-safe.</summary>
/// <param name="distribution">As workload.ycsb.keys has it.</param>
/// <param name="rows">Records of the seed.</param>
internal sealed class YcsbKeys(string distribution, int rows)
{
    // YCSB's scrambled generator draws from the ranks 0 to 10^10 whatever the size of the table. The sum belongs to 10^10 ranks.
    private const long VirtualItems = 10_000_000_001;
    private const double VirtualZeta = 26.46902820178302;

    private readonly Lock _gate = new();
    private readonly SortedSet<long> _ended = [];
    private readonly Func<WorkloadRandom, YcsbKeys, long> _pick = Picker(distribution, rows);
    private long _given = rows;
    private long _newest = rows;

    /// <summary>Number of a record that is there, unless its insert failed.</summary>
    public long Pick(WorkloadRandom random) => _pick(random, this);

    /// <summary>The number of a new record.</summary>
    public long Next() => Interlocked.Increment(ref _given) - 1;

    /// <summary>The insert of a record has ended: it may be picked once those of all before it have ended, too.</summary>
    public void Ended(long number)
    {
        lock (_gate)
        {
            _ended.Add(number);
            while (_ended.Remove(_newest))
                Volatile.Write(ref _newest, _newest + 1);
        }
    }

    /// <summary>The scrambled Zipfian distribution of YCSB over the numbers from 0 to below a bound: popular ones are spread.</summary>
    public static Func<WorkloadRandom, long> Scrambled(int count)
    {
        var ranks = new GrayZipfian(VirtualItems, GrayZipfian.YcsbTheta, VirtualZeta);
        return random => (long)(UserData.Hash(ranks.Sample(random)) % (ulong)count);
    }

    private static Func<WorkloadRandom, YcsbKeys, long> Picker(string distribution, int rows)
    {
        switch (distribution)
        {
            case "zipfian":
                var scrambled = Scrambled(rows);
                return (random, _) => scrambled(random);
            case "zipfian-plain":
                var plain = AliasSampler.Zipfian(rows, GrayZipfian.YcsbTheta);
                return (random, _) => plain.Sample(random);
            case "latest":
                var ages = GrayZipfian.Over(rows);
                return (random, keys) => Volatile.Read(ref keys._newest) - 1 - ages.Sample(random);
            default:
                return (random, _) => random.Below(rows);
        }
    }
}
