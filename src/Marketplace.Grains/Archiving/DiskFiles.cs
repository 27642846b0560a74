using Microsoft.Win32.SafeHandles;

namespace Marketplace.Grains.Archiving;

/// <summary>Files in a folder of the local disk. They vanish when they are closed: the archive lives as long as its silo.</summary>
/// <param name="folder">The folder; made if it is not there.</param>
internal sealed class DiskFiles(string folder) : IArchiveFiles
{
    /// <inheritdoc/>
    public IArchiveFile Open(string name)
    {
        Directory.CreateDirectory(folder);
        return new DiskFile(File.OpenHandle(
            Path.Combine(folder, name),
            FileMode.Create,
            FileAccess.ReadWrite,
            FileShare.Read,
            FileOptions.DeleteOnClose));
    }

    private sealed class DiskFile(SafeFileHandle handle) : IArchiveFile
    {
        public void Write(ReadOnlySpan<byte> bytes, long offset) => RandomAccess.Write(handle, bytes, offset);

        public int Read(Span<byte> buffer, long offset) => RandomAccess.Read(handle, buffer, offset);

        public void Truncate(long length) => RandomAccess.SetLength(handle, length);

        public void Dispose() => handle.Dispose();
    }
}
