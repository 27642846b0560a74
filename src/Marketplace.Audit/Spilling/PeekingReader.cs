namespace Marketplace.Audit.Spilling;

/// <summary>Reads records one by one, with a look at the next one before it is taken.</summary>
internal sealed class PeekingReader<T> : IDisposable
    where T : unmanaged
{
    private readonly IEnumerator<T> _records;
    private bool _any;

    /// <summary>Starts reading.</summary>
    public PeekingReader(IEnumerable<T> records)
    {
        _records = records.GetEnumerator();
        Next();
    }

    /// <summary>Looks at the next record.</summary>
    /// <returns>False if there is none left.</returns>
    public bool TryPeek(out T record)
    {
        record = _any ? _records.Current : default;
        return _any;
    }

    /// <summary>Takes the record looked at.</summary>
    public void Next() => _any = _records.MoveNext();

    public void Dispose() => _records.Dispose();
}
