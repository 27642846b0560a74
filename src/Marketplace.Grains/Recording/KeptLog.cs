using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Records that outlive a killed silo: a file a start, of which each record is handed to the system before its client is answered. What the
/// machine itself loses when it stops is not kept: a record is no commit.
/// </summary>
/// <remarks>
/// A record: its length, four bytes, the lowest first; then its bytes. The last one of a start may be cut off: nobody was answered.
/// </remarks>
internal sealed class KeptLog : IHistoryLog
{
    private const string Prefix = "history-";
    private const int ReadBytes = 256 * 1024;

    private readonly Lock _lock = new();
    private readonly List<string> _earlier;
    private readonly SafeFileHandle _own;
    private long _length;

    /// <summary>Begins the file of this start.</summary>
    /// <param name="folder">The folder of all starts on the same states; made if it is not there.</param>
    /// <exception cref="IOException">The file can't be made.</exception>
    public KeptLog(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            _earlier = [.. Directory.GetFiles(folder, Prefix + "*").Order(StringComparer.Ordinal)];
            var last = _earlier.Count == 0 ? 0 : int.Parse(Path.GetFileName(_earlier[^1])[Prefix.Length..], CultureInfo.InvariantCulture);
            var path = Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{last + 1:000000}"));
            _own = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new IOException(
                $"The record of transactions can't be kept in {folder} (setting Marketplace:Recording:Folder): {exception.Message}");
        }
    }

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> record)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(sizeof(int) + record.Length);
        try
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes, record.Length);
            record.CopyTo(bytes.AsSpan(sizeof(int)));
            lock (_lock)
            {
                RandomAccess.Write(_own, bytes.AsSpan(0, sizeof(int) + record.Length), _length);
                _length += sizeof(int) + record.Length;
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    /// <inheritdoc/>
    public IEnumerable<ReadOnlyMemory<byte>> Read()
    {
        string[] earlier;
        long end;
        lock (_lock)
        {
            (earlier, end) = ([.. _earlier], _length);
        }

        foreach (var path in earlier)
        {
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            foreach (var record in Read(file, RandomAccess.GetLength(file)))
            {
                yield return record;
            }

            yield return ReadOnlyMemory<byte>.Empty;
        }

        foreach (var record in Read(_own, end))
        {
            yield return record;
        }
    }

    /// <inheritdoc/>
    public void Clear()
    {
        lock (_lock)
        {
            _earlier.ForEach(File.Delete);
            _earlier.Clear();
            RandomAccess.SetLength(_own, 0);
            _length = 0;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _own.Dispose();

    private static IEnumerable<ReadOnlyMemory<byte>> Read(SafeFileHandle file, long end)
    {
        var window = new byte[ReadBytes];
        var (start, filled) = (0L, 0);
        for (var at = 0L; Fill(at, sizeof(int));)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(window.AsSpan((int)(at - start)));
            if (!Fill(at, sizeof(int) + length))
            {
                yield break;
            }

            yield return window.AsMemory((int)(at - start) + sizeof(int), length);
            at += sizeof(int) + length;
        }

        // Makes sure that the window has so many bytes from a position on; false if the file has not.
        bool Fill(long from, int count)
        {
            if (from + count > end)
            {
                return false;
            }

            if (from >= start && from + count <= start + filled)
            {
                return true;
            }

            window = count > window.Length ? new byte[count] : window;
            (start, filled) = (from, 0);
            while (filled < count)
            {
                var room = (int)Math.Min(window.Length - filled, end - start - filled);
                var read = RandomAccess.Read(file, window.AsSpan(filled, room), start + filled);
                if (read == 0)
                {
                    throw new IOException("A file of the recorded history is shorter than it was.");
                }

                filled += read;
            }

            return true;
        }
    }
}
