namespace Marketplace.Audit.Graph;

/// <summary>A directed graph in two arrays: four bytes an edge, four a node. Several edges between two nodes are kept.</summary>
internal sealed class Digraph
{
    private readonly int[] _starts;
    private readonly int[] _targets;

    /// <summary>Makes a graph.</summary>
    /// <param name="edges">Tells all edges, from and to; called twice, and tells the same both times. One from a node to itself is left out.</param>
    public Digraph(int nodes, Action<Action<int, int>> edges)
    {
        _starts = new int[nodes + 1];
        edges((from, to) => _starts[from + 1] += from == to ? 0 : 1);
        for (var i = 0; i < nodes; i++)
            _starts[i + 1] = checked(_starts[i] + _starts[i + 1]);
        _targets = new int[_starts[nodes]];
        var next = _starts.AsSpan(0, nodes).ToArray();
        edges((from, to) =>
        {
            if (from != to)
                _targets[next[from]++] = to;
        });
    }

    /// <summary>Number of nodes.</summary>
    public int Nodes => _starts.Length - 1;

    /// <summary>Number of edges.</summary>
    public int Edges => _targets.Length;

    /// <summary>The nodes that follow a node.</summary>
    public ReadOnlySpan<int> After(int node) => _targets.AsSpan(_starts[node], _starts[node + 1] - _starts[node]);
}

/// <summary>Why one transaction comes before another in every serial order that explains what they saw.</summary>
internal enum EdgeKind
{
    /// <summary>It made a version, and the other one the next.</summary>
    WriteWrite = 0,

    /// <summary>It made a version, and the other one read it.</summary>
    WriteRead = 1,

    /// <summary>It read a version, and the other one made the next.</summary>
    ReadWrite = 2,
}
