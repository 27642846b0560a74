using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;

namespace Marketplace.Storage.Postgres.AuditLogging;

/// <summary>How a record lies in the file: lengths and numbers, then its texts in UTF-8 and its value.</summary>
internal sealed class LogFormat
{
    private const int HeaderBytes = 40;

    private readonly ArrayBufferWriter<byte> _buffer = new(4096);

    /// <summary>About how many bytes a record takes.</summary>
    public static int Bytes(LogRecord record) => HeaderBytes + record.Key.Length + record.Tid.Length + record.Value.Length;

    /// <summary>Writes a record.</summary>
    /// <returns>How many bytes it took.</returns>
    public int Write(IArchiveFile file, long at, LogRow row)
    {
        var record = row.Record;
        var (key, tid) = (Encoding.UTF8.GetByteCount(record.Key), Encoding.UTF8.GetByteCount(record.Tid));
        _buffer.ResetWrittenCount();
        var header = _buffer.GetSpan(HeaderBytes);
        BinaryPrimitives.WriteInt64LittleEndian(header, row.Number);
        BinaryPrimitives.WriteInt64LittleEndian(header[8..], record.Time.Ticks);
        BinaryPrimitives.WriteInt32LittleEndian(header[16..], LogTable.NumberOf(record.Type));
        BinaryPrimitives.WriteInt32LittleEndian(header[20..], record.CustomerId);
        BinaryPrimitives.WriteInt32LittleEndian(header[24..], key);
        BinaryPrimitives.WriteInt32LittleEndian(header[28..], tid);
        BinaryPrimitives.WriteInt32LittleEndian(header[32..], record.Value.Length);
        BinaryPrimitives.WriteInt32LittleEndian(header[36..], 0);
        _buffer.Advance(HeaderBytes);
        Encoding.UTF8.GetBytes(record.Key, _buffer);
        Encoding.UTF8.GetBytes(record.Tid, _buffer);
        _buffer.Write(record.Value);
        file.Write(_buffer.WrittenSpan, at);
        return _buffer.WrittenCount;
    }

    /// <summary>Reads a record.</summary>
    /// <param name="at">Where; then where the next one is.</param>
    public LogRow Read(IArchiveFile file, ref long at)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        Fill(file, at, header);
        var (key, tid) = (BinaryPrimitives.ReadInt32LittleEndian(header[24..]), BinaryPrimitives.ReadInt32LittleEndian(header[28..]));
        var value = BinaryPrimitives.ReadInt32LittleEndian(header[32..]);
        _buffer.ResetWrittenCount();
        var body = _buffer.GetSpan(key + tid + value)[..(key + tid + value)];
        Fill(file, at + HeaderBytes, body);
        at += HeaderBytes + body.Length;
        return new LogRow(
            BinaryPrimitives.ReadInt64LittleEndian(header),
            new LogRecord(
                LogTable.TypeOf(BinaryPrimitives.ReadInt32LittleEndian(header[16..])),
                Encoding.UTF8.GetString(body[..key]),
                BinaryPrimitives.ReadInt32LittleEndian(header[20..]),
                Encoding.UTF8.GetString(body.Slice(key, tid)),
                new DateTime(BinaryPrimitives.ReadInt64LittleEndian(header[8..]), DateTimeKind.Utc),
                body[(key + tid)..].ToArray()));
    }

    private static void Fill(IArchiveFile file, long at, Span<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var read = file.Read(bytes, at);
            if (read == 0)
                throw new IOException("The file of the audit log is shorter than what was written to it.");

            at += read;
            bytes = bytes[read..];
        }
    }
}
