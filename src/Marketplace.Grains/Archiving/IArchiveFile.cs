using Microsoft.Win32.SafeHandles;

namespace Marketplace.Grains.Archiving;

/// <summary>A file that is written at its end and read anywhere.</summary>
internal interface IArchiveFile : IDisposable
{
    void Write(ReadOnlySpan<byte> bytes, long offset);

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

/// <summary>
/// Files in a folder of the local disk. They are made with their first bytes, as most silos finish no record of most kinds, and vanish when they
/// are closed: the archive lives as long as its silo.
/// </summary>
/// <param name="folder">The folder; made if it is not there.</param>
internal sealed class DiskFiles(string folder) : IArchiveFiles
{
    public IArchiveFile Open(string name)
    {
        Directory.CreateDirectory(folder);
        return new DiskFile(Path.Combine(folder, name));
    }

    private sealed class DiskFile(string path) : IArchiveFile
    {
        private readonly Lazy<SafeFileHandle> _handle = new(() => File.OpenHandle(
            path, FileMode.Create, FileAccess.ReadWrite, FileShare.Read, FileOptions.DeleteOnClose));

        public void Write(ReadOnlySpan<byte> bytes, long offset) => RandomAccess.Write(_handle.Value, bytes, offset);

        public int Read(Span<byte> buffer, long offset) => _handle.IsValueCreated ? RandomAccess.Read(_handle.Value, buffer, offset) : 0;

        public void Truncate(long length)
        {
            if (_handle.IsValueCreated)
                RandomAccess.SetLength(_handle.Value, length);
        }

        public void Dispose()
        {
            if (_handle.IsValueCreated)
                _handle.Value.Dispose();
        }
    }
}
