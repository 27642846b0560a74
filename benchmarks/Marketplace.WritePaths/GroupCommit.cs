using System.Globalization;
using System.Text;

namespace Marketplace.WritePaths;

/// <summary>
/// What sixty transactions of order-heavy write together, about as counted by pg_stat_statements on a silo: documents of states, items that come and
/// go, and finished records.
/// </summary>
internal sealed class GroupCommit
{
    public const int Transactions = 60;

    private const int States = 51;
    private const int Items = 115;
    private const int Records = 180;
    private const int Grains = 20_000;

    // An item stays for so many others.
    private const int Stay = 60_000;

    public List<long> Grain { get; } = [];
    public List<byte[]> Document { get; } = [];
    public List<long> Item { get; } = [];
    public List<byte[]> ItemDocument { get; } = [];
    public List<long> Gone { get; } = [];
    public List<int> Key { get; } = [];
    public List<byte[]> Record { get; } = [];

    /// <summary>Makes them, one after the other.</summary>
    public static IEnumerable<GroupCommit> Sequence(int count)
    {
        var random = new Random(1);
        var documents = Enumerable.Range(0, 64).Select(_ => Json(random, 700)).ToArray();
        var records = Enumerable.Range(0, 64).Select(_ => Json(random, 800)).ToArray();
        var item = 0L;
        for (var number = 0; number < count; number++)
        {
            var commit = new GroupCommit();
            var grains = new SortedSet<long>();
            while (grains.Count < States)
                grains.Add(random.Next(Grains));

            foreach (var grain in grains)
            {
                commit.Grain.Add(grain);
                commit.Document.Add(documents[random.Next(documents.Length)]);
            }

            for (var i = 0; i < Items; i++, item++)
            {
                commit.Item.Add(item);
                commit.ItemDocument.Add(documents[random.Next(documents.Length)]);
                if (item >= Stay)
                    commit.Gone.Add(item - Stay);
            }

            for (var i = 0; i < Records; i++)
            {
                commit.Key.Add(random.Next(Grains));
                commit.Record.Add(records[random.Next(records.Length)]);
            }

            yield return commit;
        }
    }

    /// <summary>Several as one: of each state the last.</summary>
    public static GroupCommit Merge(IEnumerable<GroupCommit> commits)
    {
        var merged = new GroupCommit();
        var states = new SortedDictionary<long, byte[]>();
        foreach (var commit in commits)
        {
            for (var i = 0; i < commit.Grain.Count; i++)
                states[commit.Grain[i]] = commit.Document[i];

            merged.Item.AddRange(commit.Item);
            merged.ItemDocument.AddRange(commit.ItemDocument);
            merged.Gone.AddRange(commit.Gone);
            merged.Key.AddRange(commit.Key);
            merged.Record.AddRange(commit.Record);
        }

        merged.Grain.AddRange(states.Keys);
        merged.Document.AddRange(states.Values);
        return merged;
    }

    // Names, numbers, amounts and times, as the documents of states and the records of orders have them.
    private static byte[] Json(Random random, int length)
    {
        var text = new StringBuilder("{\"items\":[");
        while (text.Length < length)
        {
            text.Append(CultureInfo.InvariantCulture, $"{{\"order_id\":{random.Next(1_000)},\"customer_id\":{random.Next(100_000)},")
                .Append(CultureInfo.InvariantCulture, $"\"product_id\":{random.Next(100_000)},\"product_name\":\"Product {random.Next()}\",")
                .Append(CultureInfo.InvariantCulture, $"\"unit_price\":{random.Next(100_000) / 100m},\"quantity\":{random.Next(10)},")
                .Append(CultureInfo.InvariantCulture, $"\"freight_value\":{random.Next(10_000) / 100m},\"shipping_limit_date\":")
                .Append(CultureInfo.InvariantCulture, $"\"{DateTime.UnixEpoch.AddTicks(random.NextInt64(1L << 56)):O}\"}},");
        }

        text.Length--;
        return Encoding.UTF8.GetBytes(text.Append("]}").ToString());
    }
}
