using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.Replication;

/// <summary>All that one product ever was, by the updates that the silo recorded of it.</summary>
internal sealed class ProductPast
{
    private readonly List<SourceRow> _states = [];
    private Dictionary<(VersionId Version, decimal Price), int>? _last;

    private ProductPast(ProductKey key) => Key = key;

    public ProductKey Key { get; }

    /// <summary>Its updates, and before them, where Product knows it, what was ingested, as number 0.</summary>
    public IReadOnlyList<SourceRow> States => _states;

    /// <summary>Updates that are recorded twice.</summary>
    public List<int> Doubles { get; } = [];

    public static ProductPast Read(ProductFacts product, AuditHistory history, PeekingReader<SourceRow> updates)
    {
        var past = new ProductPast(product.Key);
        if (product.Product?.Ingested is { } ingested)
            past._states.Add(new SourceRow(product.Key, 0, VersionId.Of(history, ingested.Version), ingested.Price, 0, 0, 0));
        for (; updates.TryPeek(out var update) && update.Product == product.Key; updates.Next())
        {
            if (past._states.Count > 0 && past._states[^1].Sequence == update.Sequence)
                past.Doubles.Add(update.Sequence);
            else
                past._states.Add(update);
        }

        return past;
    }

    /// <param name="next">The next one; null if it is the last.</param>
    /// <returns>False if there never was one.</returns>
    public bool TryFind(int sequence, out SourceRow state, out SourceRow? next)
    {
        var (low, high) = (0, _states.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_states[middle].Sequence < sequence)
                low = middle + 1;
            else
                high = middle;
        }

        var found = low < _states.Count && _states[low].Sequence == sequence;
        state = found ? _states[low] : default;
        next = found && low + 1 < _states.Count ? _states[low + 1] : null;
        return found;
    }

    /// <summary>The last update after which the product was like this.</summary>
    /// <returns>Its number; -1 if it never was.</returns>
    public int LastOf(VersionId version, decimal price)
    {
        if (_last is null)
        {
            _last = [];
            foreach (var state in _states)
                _last[(state.Version, state.Price)] = state.Sequence;
        }

        return _last.GetValueOrDefault((version, price), -1);
    }
}
