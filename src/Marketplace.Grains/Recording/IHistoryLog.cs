namespace Marketplace.Grains.Recording;

/// <summary>Where the records of attempts lie, in the order in which they came.</summary>
internal interface IHistoryLog : IDisposable
{
    /// <summary>Adds a record.</summary>
    /// <exception cref="IOException">It can't be kept.</exception>
    void Append(ReadOnlySpan<byte> record);

    /// <summary>Reads all records that are there now.</summary>
    /// <returns>Each, valid until the next one; an empty one where a silo started again.</returns>
    /// <exception cref="IOException">They can't be read.</exception>
    IEnumerable<ReadOnlyMemory<byte>> Read();

    /// <summary>Drops all records, those of earlier starts too.</summary>
    void Clear();
}
