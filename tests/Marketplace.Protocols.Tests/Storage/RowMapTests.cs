using FsCheck;
using FsCheck.Fluent;
using Marketplace.Protocols.Storage.Rows;
using Xunit;

namespace Marketplace.Protocols.Tests.Storage;

public sealed class RowMapTests
{
    // Neighbours, far ones, and both ends: every shape that a trie can have.
    private static readonly long[] Ends =
        [long.MinValue, long.MinValue + 1, -1, 0, 1, int.MaxValue, (7L << 32) | 3, long.MaxValue - 1, long.MaxValue];

    [Fact]
    public void A_map_is_what_its_updates_made_of_it() => Holds(random =>
    {
        var (map, model) = (RowMap<string>.Empty, new SortedDictionary<long, string>());
        for (var step = random.Next(1, 200); step > 0; step--)
        {
            map = Update(random, map, model);
            var probe = Key(random);
            Assert.Equal(model.ContainsKey(probe), map.ContainsKey(probe));
            Assert.Equal(model.GetValueOrDefault(probe), map.GetValueOrDefault(probe));
        }

        Assert.Equal(model, map);
        Assert.Equal(model.Values, map.Values);
        Assert.Equal(model.Count, map.Count);
        Assert.Equal(model.Count == 0, map.IsEmpty);
    });

    [Fact]
    public void Updates_leave_the_map_that_they_come_from_as_it_was() => Holds(random =>
    {
        var map = Random(random);
        var before = map.ToList();
        var (other, model) = (map, new SortedDictionary<long, string>(map.ToDictionary()));
        for (var step = 0; step < 50; step++)
            other = Update(random, other, model);

        Assert.Equal(before, map);
    });

    [Fact]
    public void Its_shape_follows_from_its_rows_alone() => Holds(random =>
    {
        var map = Random(random);
        var rows = map.ToArray();
        random.Shuffle(rows);
        var other = rows.Aggregate(RowMap<string>.Empty, (made, row) => made.Add(row.Key, row.Value));
        var changes = new Changes();
        other.Differences(map, changes);
        Assert.Empty(changes.Told);
        Assert.Equal(map, other);
    });

    [Fact]
    public void Differences_are_told_whole_and_in_order_even_between_maps_that_share_nothing() => Holds(random =>
    {
        var before = Random(random);
        var after = random.Next(5) == 0 ? Random(random) : before;
        var model = new SortedDictionary<long, string>(after.ToDictionary());
        for (var step = random.Next(0, 20); step > 0; step--)
            after = Update(random, after, model);

        var changes = new Changes();
        after.Differences(before, changes);
        var expected =
            from key in before.Select(row => row.Key).Union(after.Select(row => row.Key)).Order()
            let row = after.GetValueOrDefault(key)
            where !ReferenceEquals(before.GetValueOrDefault(key), row)
            select (key, row);
        Assert.Equal(expected, changes.Told);
    });

    [Fact]
    public void A_map_shares_all_but_a_path_with_the_one_that_it_comes_from()
    {
        var map = RowMap<string>.Empty;
        for (var key = 0; key < 100_000; key++)
            map = map.SetItem(key, "row");

        var other = map.SetItem(77_777, "other");
        var nodes = new HashSet<object>(Nodes(map.Root!), ReferenceEqualityComparer.Instance);
        Assert.InRange(Nodes(other.Root!).Count(node => !nodes.Contains(node)), 1, 20);
        var changes = new Changes();
        other.Differences(map, changes);
        Assert.Equal([(77_777L, "other")], changes.Told);
    }

    [Fact]
    public void What_changes_nothing_gives_the_same_map()
    {
        var map = RowMap<string>.Empty.Add(1, "a").Add(2, "b");
        Assert.Same(map, map.SetItem(2, map[2]));
        Assert.Same(map, map.Remove(3));
        Assert.Same(RowMap<string>.Empty, map.Remove(1).Remove(2));
        Assert.Throws<ArgumentException>(() => map.Add(1, "c"));
        Assert.Throws<KeyNotFoundException>(() => map[3]);
    }

    private static List<object> Nodes(RowNode<string> root)
    {
        List<object> nodes = [root];
        for (var i = 0; i < nodes.Count; i++)
        {
            if (nodes[i] is RowNode<string> { IsRow: false } fork)
                nodes.AddRange([fork.Left!, fork.Right!]);
        }

        return nodes;
    }

    private static RowMap<string> Update(Random random, RowMap<string> map, SortedDictionary<long, string> model)
    {
        var key = model.Count > 0 && random.Next(2) == 0 ? model.Keys.ElementAt(random.Next(model.Count)) : Key(random);
        switch (random.Next(10))
        {
            case 0 when random.Next(10) == 0:
                model.Clear();
                return map.Clear();
            case < 4:
                model.Remove(key);
                return map.Remove(key);
            default:
                var row = $"row {random.Next()}";
                model[key] = row;
                return map.SetItem(key, row);
        }
    }

    private static RowMap<string> Random(Random random)
    {
        var (map, model) = (RowMap<string>.Empty, new SortedDictionary<long, string>());
        for (var step = random.Next(0, 100); step > 0; step--)
            map = Update(random, map, model);

        return map;
    }

    private static long Key(Random random) => random.Next(4) switch
    {
        0 => Ends[random.Next(Ends.Length)],
        1 => ((long)random.Next(5) << 32) | (uint)random.Next(5),
        2 => random.NextInt64(long.MinValue, long.MaxValue),
        _ => random.Next(50),
    };

    private static void Holds(Action<Random> property) =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(1, 1),
            Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed => property(new Random(seed))));

    private sealed class Changes : IRowChanges<string>
    {
        public List<(long Key, string? Row)> Told { get; } = [];

        public void Set(long key, string row) => Told.Add((key, row));

        public void Removed(long key) => Told.Add((key, null));
    }
}
