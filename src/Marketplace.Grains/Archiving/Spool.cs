using System.Buffers;
using System.Buffers.Binary;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Marketplace.Grains.Archiving;

/// <summary>
/// Records in a file, each with a pointer to the record before it of the same key. In memory it keeps the newest position of each
/// key and the end of the file, so its size there is bounded by the number of keys, whatever the number of records; besides, eight bytes
/// a quarter of a megabyte.
/// </summary>
internal sealed class Spool : IDisposable
{
    private const int HeaderBytes = sizeof(int) + sizeof(int) + sizeof(long);
    private const int FlushBytes = 256 * 1024;
    private const long Nowhere = -1;

    private readonly Lock _lock = new();
    private readonly IArchiveFile _file;

    // Both grow with what is in them: a silo has some thirty spools, and most of them stay empty.
    private readonly ArrayBufferWriter<byte> _tail = new();
    private readonly ArrayBufferWriter<byte> _record = new();
    private readonly Utf8JsonWriter _json;
    private readonly Dictionary<int, long> _newest = [];

    // Where the pieces begin that are written at once. Each holds whole records.
    private readonly List<long> _pieces = [0];
    private long _flushed;

    public Spool(IArchiveFile file)
    {
        _file = file;
        _json = new Utf8JsonWriter(_record, new JsonWriterOptions { SkipValidation = true });
    }

    /// <summary>Adds a record.</summary>
    public void Append<T>(int key, T record, JsonTypeInfo<T> typeInfo)
    {
        lock (_lock)
        {
            _record.ResetWrittenCount();
            _json.Reset();
            JsonSerializer.Serialize(_json, record, typeInfo);
            _json.Flush();
            Add(key, _record.WrittenSpan);
        }
    }

    /// <summary>Adds a record that is written already.</summary>
    public void Append(int key, ReadOnlySpan<byte> record)
    {
        lock (_lock)
        {
            Add(key, record);
        }
    }

    /// <summary>Finds the records of a key, the newest first.</summary>
    public IEnumerable<T> Find<T>(int key, JsonTypeInfo<T> typeInfo)
    {
        long position;
        lock (_lock)
        {
            position = _newest.GetValueOrDefault(key, Nowhere);
        }

        while (position != Nowhere)
        {
            T record;
            lock (_lock)
            {
                var (length, _, before) = ReadHeader(position);
                var bytes = ArrayPool<byte>.Shared.Rent(length);
                ReadAt(position + HeaderBytes, bytes.AsSpan(0, length));
                record = JsonSerializer.Deserialize(bytes.AsSpan(0, length), typeInfo)!;
                ArrayPool<byte>.Shared.Return(bytes);
                position = before;
            }

            yield return record;
        }
    }

    /// <summary>Finds the records that are there now, the newest first.</summary>
    public IEnumerable<T> Newest<T>(JsonTypeInfo<T> typeInfo)
    {
        Stack<long> pieces;
        long end;
        lock (_lock)
        {
            pieces = new(_pieces);
            end = _flushed + _tail.WrittenCount;
        }

        foreach (var start in pieces)
        {
            var piece = new byte[end - start];
            lock (_lock)
            {
                ReadAt(start, piece);
            }

            var records = new Stack<Range>();
            for (var at = 0; at < piece.Length;)
            {
                var record = at + HeaderBytes;
                at = record + BinaryPrimitives.ReadInt32LittleEndian(piece.AsSpan(at));
                records.Push(record..at);
            }

            foreach (var record in records)
                yield return JsonSerializer.Deserialize(piece.AsSpan(record), typeInfo)!;

            end = start;
        }
    }

    /// <summary>Reads the records that are there now, in the order in which they were added.</summary>
    /// <param name="from">Where to begin: 0, or what stood beside a record.</param>
    /// <returns>Each record, valid until the next one, and where the one after it begins.</returns>
    public IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(KeyFilter filter, long from = 0)
    {
        long end;
        lock (_lock)
        {
            end = _flushed + _tail.WrittenCount;
        }

        var window = new byte[Math.Min(FlushBytes, Math.Max(0, end - from))];
        long windowStart = 0;
        var windowLength = 0;
        for (var position = from; position < end;)
        {
            Slide(position, HeaderBytes);
            var at = (int)(position - windowStart);
            var length = BinaryPrimitives.ReadInt32LittleEndian(window.AsSpan(at));
            var key = BinaryPrimitives.ReadInt32LittleEndian(window.AsSpan(at + 4));
            if (filter.Takes(key))
            {
                Slide(position, HeaderBytes + length);
                yield return (window.AsMemory((int)(position - windowStart) + HeaderBytes, length), position + HeaderBytes + length);
            }

            position += HeaderBytes + length;
        }

        // Makes sure that the window holds so many bytes from a position on.
        void Slide(long position, int length)
        {
            if (position >= windowStart && position + length <= windowStart + windowLength)
                return;

            if (length > window.Length)
                window = new byte[length];

            windowStart = position;
            windowLength = (int)Math.Min(window.Length, end - position);
            lock (_lock)
            {
                ReadAt(position, window.AsSpan(0, windowLength));
            }
        }
    }

    /// <summary>Drops all records.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _file.Truncate(0);
            _flushed = 0;
            _tail.ResetWrittenCount();
            _newest.Clear();
            _pieces.RemoveRange(1, _pieces.Count - 1);
        }
    }

    public void Dispose()
    {
        _json.Dispose();
        _file.Dispose();
    }

    private void Add(int key, ReadOnlySpan<byte> record)
    {
        var header = _tail.GetSpan(HeaderBytes);
        BinaryPrimitives.WriteInt32LittleEndian(header, record.Length);
        BinaryPrimitives.WriteInt32LittleEndian(header[4..], key);
        BinaryPrimitives.WriteInt64LittleEndian(header[8..], _newest.GetValueOrDefault(key, Nowhere));
        _newest[key] = _flushed + _tail.WrittenCount;
        _tail.Advance(HeaderBytes);
        _tail.Write(record);
        if (_tail.WrittenCount >= FlushBytes)
        {
            _file.Write(_tail.WrittenSpan, _flushed);
            _flushed += _tail.WrittenCount;
            _pieces.Add(_flushed);
            _tail.ResetWrittenCount();
        }
    }

    private (int Length, int Key, long Before) ReadHeader(long position)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        ReadAt(position, header);
        return (
            BinaryPrimitives.ReadInt32LittleEndian(header),
            BinaryPrimitives.ReadInt32LittleEndian(header[4..]),
            BinaryPrimitives.ReadInt64LittleEndian(header[8..]));
    }

    // Bytes may lie in the file, in the tail that is not written yet, or across both.
    private void ReadAt(long position, Span<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            int read;
            if (position >= _flushed)
            {
                _tail.WrittenSpan.Slice((int)(position - _flushed), buffer.Length).CopyTo(buffer);
                read = buffer.Length;
            }
            else
            {
                var part = buffer[..(int)Math.Min(buffer.Length, _flushed - position)];
                read = _file.Read(part, position);
                if (read == 0)
                    throw new IOException("The archive's file is shorter than what was written to it; is its disk full?");
            }

            position += read;
            buffer = buffer[read..];
        }
    }
}
