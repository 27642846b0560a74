namespace Marketplace.Audit.Graph;

/// <summary>
/// The strongly connected components of a graph (Tarjan, 1972), in linear time and without recursion. A component of several nodes is what
/// cycles are made of: a graph is acyclic if it has none.
/// </summary>
internal sealed class Components
{
    private readonly Digraph _graph;
    private readonly int[] _of;

    private Components(Digraph graph, int[] of, List<List<int>> cyclic) => (_graph, _of, Cyclic) = (graph, of, cyclic);

    /// <summary>The nodes of each component of several nodes, the smallest component first.</summary>
    public List<List<int>> Cyclic { get; }

    public Digraph Graph => _graph;

    /// <summary>Finds them.</summary>
    /// <param name="nodes">Looks at so many of its nodes, from the first, and edges between these.</param>
    public static Components Of(Digraph graph, int nodes)
    {
        const int NotYet = -1;
        var component = new int[nodes];
        var order = new int[nodes];
        var low = new int[nodes];
        var next = new int[nodes];
        var (path, open) = (new Stack<int>(), new Stack<int>());
        var cyclic = new List<List<int>>();
        var (visited, count) = (0, 0);
        Array.Fill(component, NotYet);
        for (var root = 0; root < nodes; root++)
        {
            if (order[root] == 0)
                Enter(root);
            while (path.TryPeek(out var node))
            {
                var after = graph.After(node);
                if (next[node] < after.Length)
                {
                    var to = after[next[node]++];
                    if (to >= nodes || component[to] != NotYet)
                        continue;
                    if (order[to] == 0)
                        Enter(to);
                    else
                        low[node] = Math.Min(low[node], order[to]);
                    continue;
                }

                path.Pop();
                if (path.TryPeek(out var before))
                    low[before] = Math.Min(low[before], low[node]);
                if (low[node] == order[node])
                    Close(node);
            }
        }

        cyclic.Sort(static (a, b) => a.Count.CompareTo(b.Count));
        return new Components(graph, component, cyclic);

        void Enter(int node)
        {
            order[node] = low[node] = ++visited;
            path.Push(node);
            open.Push(node);
        }

        void Close(int first)
        {
            List<int>? members = null;
            for (var node = open.Pop(); ; node = open.Pop())
            {
                component[node] = count;
                if (node != first || members is not null)
                    (members ??= []).Add(node);
                if (node == first)
                    break;
            }

            count++;
            if (members is not null)
                cyclic.Add(members);
        }
    }

    /// <summary>Whether two nodes are in one component.</summary>
    public bool AreTogether(int a, int b) => b < _of.Length && _of[a] == _of[b];
}
