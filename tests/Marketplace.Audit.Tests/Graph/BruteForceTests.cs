using Marketplace.Audit.Graph;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests.Graph;

/// <summary>The graph's algorithms against the plainest ones, on random graphs and histories.</summary>
public sealed class BruteForceTests
{
    [Fact]
    public void Components_and_shortest_cycles_are_those_that_all_paths_show()
    {
        var random = new Random(1);
        for (var round = 0; round < 500; round++)
        {
            var nodes = random.Next(2, 15);
            var edges = Enumerable.Range(0, random.Next(3 * nodes)).Select(_ => (From: random.Next(nodes), To: random.Next(nodes))).ToList();
            var graph = new Digraph(nodes, tell => edges.ForEach(edge => tell(edge.From, edge.To)));
            var components = Components.Of(graph, nodes);
            var distances = Distances(nodes, edges.Where(edge => edge.From != edge.To));

            var cyclic = Enumerable.Range(0, nodes).Where(node => distances[node, node] < int.MaxValue).ToList();
            Assert.Equal(cyclic, components.Cyclic.SelectMany(members => members).Order());
            foreach (var members in components.Cyclic)
            {
                Assert.All(members, member => Assert.Equal(
                    members.Order(),
                    cyclic.Where(node => distances[member, node] < int.MaxValue && distances[node, member] < int.MaxValue)));
                var (cycle, isShortest) = new ShortestCycle(components, nodes).In(members);
                Assert.True(isShortest);
                Assert.Equal(members.Min(node => distances[node, node]), cycle.Count);
                Assert.All(cycle.Zip(cycle.Skip(1).Append(cycle[0])), step => Assert.Contains(step, edges));
            }
        }
    }

    [Fact]
    public async Task Random_histories_have_the_cycles_that_all_paths_show()
    {
        var random = new Random(2);
        var acyclic = 0;
        for (var round = 0; round < 300; round++)
        {
            var history = History(random, transactions: random.Next(2, 9), objects: random.Next(1, 5));
            var edges = Edges(history).ToList();
            var distances = Distances(history.Length, edges);
            var cyclic = Enumerable.Range(0, history.Length).Count(node => distances[node, node] < int.MaxValue);
            acyclic += cyclic == 0 ? 1 : 0;

            var check = (await Recorded.AuditOf(history)).Check("iso.graph");

            Assert.Equal(cyclic, check.Violations);
        }

        Assert.InRange(acyclic, 30, 270);
    }

    [Fact]
    public void A_graph_of_a_million_nodes_in_one_cycle_needs_no_recursion()
    {
        const int Nodes = 1_000_000;
        var graph = new Digraph(Nodes, tell =>
        {
            for (var node = 0; node < Nodes; node++)
                tell(node, (node + 1) % Nodes);
        });

        Assert.Equal(Nodes, Assert.Single(Components.Of(graph, Nodes).Cyclic).Count);
        Assert.Empty(Components.Of(graph, Nodes - 1).Cyclic);
    }

    // Each object has versions 1…n by random writers, and random readers.
    private static TransactionExport[] History(Random random, int transactions, int objects)
    {
        var accesses = Enumerable.Range(0, transactions).Select(_ => new List<string>()).ToList();
        for (var item = 1; item <= objects; item++)
        {
            var versions = random.Next(4);
            for (var version = 1; version <= versions; version++)
                accesses[random.Next(transactions)].Add($"w seller/{item}@{version}");
            for (var read = random.Next(3); read > 0; read--)
                accesses[random.Next(transactions)].Add($"r seller/{item}@{random.Next(versions + 1)}");
        }

        return [.. accesses.Select((list, i) => Recorded.Transaction(i + 1, [.. list]))];
    }

    private static IEnumerable<(int From, int To)> Edges(TransactionExport[] history)
    {
        for (var a = 0; a < history.Length; a++)
        {
            for (var b = 0; b < history.Length; b++)
            {
                var (one, other) = (history[a], history[b]);
                var isBefore = one.Writes!.Value.Any(made => other.Writes!.Value.Contains(Next(made)) || other.Reads!.Value.Contains(made))
                    || one.Reads!.Value.Any(read => other.Writes!.Value.Contains(Next(read)));
                if (a != b && isBefore)
                    yield return (a, b);
            }
        }
    }

    private static string Next(string name) => $"{name[..name.IndexOf('@')]}@{int.Parse(name[(name.IndexOf('@') + 1)..]) + 1}";

    // Floyd and Warshall: the fewest steps from each node to each, itself included.
    private static int[,] Distances(int nodes, IEnumerable<(int From, int To)> edges)
    {
        var distances = new int[nodes, nodes];
        for (var i = 0; i < nodes * nodes; i++)
            distances[i / nodes, i % nodes] = int.MaxValue;
        foreach (var (from, to) in edges)
            distances[from, to] = 1;
        for (var over = 0; over < nodes; over++)
        {
            for (var from = 0; from < nodes; from++)
            {
                for (var to = 0; to < nodes; to++)
                {
                    if (distances[from, over] < int.MaxValue && distances[over, to] < int.MaxValue)
                        distances[from, to] = Math.Min(distances[from, to], distances[from, over] + distances[over, to]);
                }
            }
        }

        return distances;
    }
}
