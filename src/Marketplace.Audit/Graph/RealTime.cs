using System.Collections;

namespace Marketplace.Audit.Graph;

/// <summary>
/// The order of real time: a transaction whose answer was complete before another was sent comes before it. As a chain of moments, one for
/// each answer, it takes three edges a transaction in the place of one for each pair.
/// </summary>
internal sealed class RealTime
{
    private const int NumberMax = 100_000_000;

    private readonly RecordedHistory _recorded;
    private readonly long[] _moments;
    private readonly long[] _sent;
    private readonly long[] _completed;
    private readonly BitArray _isUpdate;

    /// <summary>Looks the times up.</summary>
    /// <param name="history">What the driver did, and when.</param>
    public RealTime(RecordedHistory recorded, AuditHistory history)
    {
        _recorded = recorded;
        long last = 0;
        for (var i = 0; i < recorded.Count; i++)
            last = Math.Max(last, recorded.NumberOf(i));
        var numbers = last < NumberMax ? (int)last + 1 : 1;
        (_sent, _completed) = (new long[numbers], new long[numbers]);
        _isUpdate = new BitArray(numbers);
        Array.Fill(_sent, long.MinValue);
        Array.Fill(_completed, long.MaxValue);
        foreach (var operation in history.Read())
        {
            var number = history.NumberOf(operation.Tid);
            if (number <= 0 || number >= numbers)
                continue;

            // What got no answer may take effect at any time from when it was sent.
            _sent[number] = operation.Sent;
            _isUpdate[(int)number] = operation.Kind is OperationKind.PriceUpdate or OperationKind.ProductDelete;
            _completed[number] = operation.Outcome.IsUnknown() ? long.MaxValue : operation.Completed;
        }

        var moments = new List<long>();
        for (var i = 0; i < recorded.Count; i++)
        {
            if (Completed(i) is { } completed)
                moments.Add(completed);
        }

        Known = moments.Count;
        moments.Sort();
        _moments = [.. moments.Distinct()];
    }

    /// <summary>Transactions whose end is known.</summary>
    public int Known { get; }

    /// <summary>Number of moments: nodes besides the transactions.</summary>
    public int Moments => _moments.Length;

    /// <summary>Tells the edges; the moments follow the transactions.</summary>
    /// <param name="edge">Told from and to.</param>
    public void Tell(Action<int, int> edge)
    {
        for (var i = 0; i < _recorded.Count; i++)
        {
            if (Completed(i) is { } completed)
                edge(i, _recorded.Count + Array.BinarySearch(_moments, completed));
            var before = Sent(i) is { } sent ? Before(sent) : -1;
            if (before >= 0)
                edge(_recorded.Count + before, i);
        }

        for (var moment = 1; moment < _moments.Length; moment++)
            edge(_recorded.Count + moment - 1, _recorded.Count + moment);
    }

    // The last moment before a time.
    private int Before(long time)
    {
        var at = Array.BinarySearch(_moments, time);
        return (at < 0 ? ~at : at) - 1;
    }

    private long? Sent(int transaction) =>
        _recorded.NumberOf(transaction) is > 0 and var number && number < _sent.Length && _sent[number] != long.MinValue ? _sent[number] : null;

    private long? Completed(int transaction)
    {
        if (_recorded.NumberOf(transaction) is not (> 0 and var number) || number >= _completed.Length)
            return null;

        // The answer to an update tells that the product has it. A cart may hear of it later, in a transaction that has the same tid.
        var isReplica = _isUpdate[(int)number] && _recorded.IsOfCart(transaction);
        return isReplica || _completed[number] == long.MaxValue ? null : _completed[number];
    }
}
