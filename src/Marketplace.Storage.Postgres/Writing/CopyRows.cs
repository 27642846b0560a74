using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>
/// Rows for a table by binary COPY, put together here: Npgsql's own importer takes an asynchronous call for each value, which costs more
/// than the value.
/// </summary>
internal sealed class CopyRows
{
    /// <summary>Of fewer rows an insert in the round trip of other statements costs less than a COPY with round trips of its own.</summary>
    public const int Min = 50;

    private const int Piece = 64 << 10;

    // The signature, no flags, and no more of a header.
    private static readonly byte[] Header = [.. "PGCOPY\n"u8, 0xFF, .. "\r\n\0"u8, 0, 0, 0, 0, 0, 0, 0, 0];

    // PostgreSQL counts from here.
    private static readonly DateTime Epoch = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly ArrayBufferWriter<byte> _buffer = new(Piece + (Piece >> 2));

    private CopyRows()
    {
    }

    /// <summary>Adds rows to a table, in the transaction of a connection.</summary>
    /// <param name="table">Its name, and its columns in parentheses.</param>
    /// <param name="write">Writes the columns of a row, by its index.</param>
    public static async Task Copy(NpgsqlConnection connection, string table, short columns, int count, Action<CopyRows, int> write)
    {
        var rows = new CopyRows();
        rows._buffer.Write(Header);
        await using var stream = await connection.BeginRawBinaryCopyAsync($"COPY {table} FROM STDIN (FORMAT BINARY)");
        try
        {
            for (var row = 0; row < count; row++)
            {
                rows.Short(columns);
                write(rows, row);
                if (rows._buffer.WrittenCount >= Piece)
                {
                    await stream.WriteAsync(rows._buffer.WrittenMemory);
                    rows._buffer.ResetWrittenCount();
                }
            }

            rows.Short(-1);
            await stream.WriteAsync(rows._buffer.WrittenMemory);
        }
        catch
        {
            await Cancel(stream);
            throw;
        }
    }

    // Else what was sent would be taken for all. With a connection that is lost nothing is taken, and what failed first is what went wrong.
    private static async Task Cancel(NpgsqlRawCopyStream stream)
    {
        try
        {
            await stream.CancelAsync();
        }
        catch (Exception exception) when (exception is ObjectDisposedException or NpgsqlException or IOException)
        {
        }
    }

    /// <summary>An int.</summary>
    public void Int(int value) => BinaryPrimitives.WriteInt32BigEndian(Column(sizeof(int)), value);

    /// <summary>A bigint.</summary>
    public void Long(long value) => BinaryPrimitives.WriteInt64BigEndian(Column(sizeof(long)), value);

    /// <summary>A timestamptz.</summary>
    public void Time(DateTime utc) => Long((utc - Epoch).Ticks / TimeSpan.TicksPerMicrosecond);

    /// <summary>A text.</summary>
    public void Text(string value) => Encoding.UTF8.GetBytes(value, Column(Encoding.UTF8.GetByteCount(value)));

    /// <summary>A json.</summary>
    public void Json(ReadOnlySpan<byte> value) => value.CopyTo(Column(value.Length));

    private void Short(short value)
    {
        BinaryPrimitives.WriteInt16BigEndian(_buffer.GetSpan(sizeof(short)), value);
        _buffer.Advance(sizeof(short));
    }

    private Span<byte> Column(int length)
    {
        var column = _buffer.GetSpan(sizeof(int) + length);
        BinaryPrimitives.WriteInt32BigEndian(column, length);
        _buffer.Advance(sizeof(int) + length);
        return column.Slice(sizeof(int), length);
    }
}
