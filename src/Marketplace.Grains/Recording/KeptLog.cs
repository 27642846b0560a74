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
    private readonly string _path;
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
            _path = Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{last + 1:000000}"));
            _own = File.OpenHandle(_path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new IOException(
                $"The record of transactions can't be kept in {folder} (setting Marketplace:Recording:Folder): {exception.Message}");
        }
    }

    public bool OutlivesSilo => true;

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
            foreach (var record in Read(path))
                yield return record;

            yield return ReadOnlyMemory<byte>.Empty;
        }

        foreach (var record in Read(_path, end))
            yield return record;
    }

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

    public void Dispose() => _own.Dispose();

    private static IEnumerable<ReadOnlyMemory<byte>> Read(string path, long? end = null)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, ReadBytes);
        var (header, record) = (new byte[sizeof(int)], Array.Empty<byte>());
        for (var left = end ?? file.Length; left >= header.Length;)
        {
            file.ReadExactly(header);
            var length = BinaryPrimitives.ReadInt32LittleEndian(header);
            left -= header.Length + length;
            if (left < 0)
                yield break;

            record = record.Length < length ? new byte[length] : record;
            file.ReadExactly(record, 0, length);
            yield return record.AsMemory(0, length);
        }
    }
}
