namespace Marketplace.Grains.Archiving;

/// <summary>A file that is written at its end and read anywhere.</summary>
internal interface IArchiveFile : IDisposable
{
    /// <summary>Writes bytes.</summary>
    void Write(ReadOnlySpan<byte> bytes, long offset);

    /// <summary>Reads bytes.</summary>
    /// <param name="buffer">Filled from the start.</param>
    /// <param name="offset">Where from.</param>
    int Read(Span<byte> buffer, long offset);

    /// <summary>Cuts the file off.</summary>
    /// <param name="length">Its new length, in bytes.</param>
    void Truncate(long length);
}

/// <summary>Opens the files of the archive. A seam: simulation puts memory, and failures, in the place of a disk.</summary>
internal interface IArchiveFiles
{
    /// <summary>Opens an empty file.</summary>
    IArchiveFile Open(string name);
}
