namespace Marketplace.Grains.Archiving;

/// <summary>A file that is written at its end and read anywhere.</summary>
internal interface IArchiveFile : IDisposable
{
    /// <summary>Writes bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="offset">Where.</param>
    void Write(ReadOnlySpan<byte> bytes, long offset);

    /// <summary>Reads bytes.</summary>
    /// <param name="buffer">Filled from the start.</param>
    /// <param name="offset">Where from.</param>
    /// <returns>How many were read.</returns>
    int Read(Span<byte> buffer, long offset);

    /// <summary>Cuts the file off.</summary>
    /// <param name="length">Its new length, in bytes.</param>
    void Truncate(long length);
}
