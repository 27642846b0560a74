using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>Writes the values of a journal's entry: numbers as varints, texts and documents with their length before them.</summary>
/// <param name="capacity">About how many bytes there will be.</param>
internal sealed class JournalWriter(int capacity = 64 << 10)
{
    private readonly ArrayBufferWriter<byte> _buffer = new(capacity);

    public ReadOnlyMemory<byte> Written => _buffer.WrittenMemory;

    public void Clear() => _buffer.ResetWrittenCount();

    public void Byte(byte value)
    {
        _buffer.GetSpan(1)[0] = value;
        _buffer.Advance(1);
    }

    public void Count(int value) => Unsigned((uint)value);

    /// <summary>A number of any sign; those near 0 take few bytes.</summary>
    public void Number(long value) => Unsigned((ulong)(value << 1) ^ (ulong)(value >> 63));

    /// <summary>A number that takes eight bytes whatever it is: a time, a version.</summary>
    public void Fixed(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_buffer.GetSpan(sizeof(long)), value);
        _buffer.Advance(sizeof(long));
    }

    public void Bytes(ReadOnlySpan<byte> value)
    {
        Count(value.Length);
        _buffer.Write(value);
    }

    public void Text(string value)
    {
        Count(Encoding.UTF8.GetByteCount(value));
        Encoding.UTF8.GetBytes(value, _buffer);
    }

    /// <summary>Ends the entry with a checksum of what is before.</summary>
    public void Seal()
    {
        var checksum = Checksum(_buffer.WrittenSpan);
        BinaryPrimitives.WriteUInt32LittleEndian(_buffer.GetSpan(sizeof(uint)), checksum);
        _buffer.Advance(sizeof(uint));
    }

    /// <summary>CRC-32C.</summary>
    public static uint Checksum(ReadOnlySpan<byte> bytes)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        var checksum = uint.MaxValue;
        foreach (var word in words)
            checksum = BitOperations.Crc32C(checksum, word);

        foreach (var rest in bytes[(words.Length * sizeof(ulong))..])
            checksum = BitOperations.Crc32C(checksum, rest);

        return ~checksum;
    }

    private void Unsigned(ulong value)
    {
        var span = _buffer.GetSpan(10);
        var length = 0;
        for (; value >= 0x80; value >>= 7)
            span[length++] = (byte)(value | 0x80);

        span[length++] = (byte)value;
        _buffer.Advance(length);
    }
}

/// <summary>Reads what <see cref="JournalWriter"/> has written.</summary>
internal ref struct JournalReader(ReadOnlySpan<byte> entry)
{
    private ReadOnlySpan<byte> _rest = entry;

    /// <exception cref="InvalidDataException">The checksum at the end is not that of the rest.</exception>
    public static JournalReader Unseal(ReadOnlySpan<byte> entry)
    {
        var length = entry.Length - sizeof(uint);
        if (length < 0 || BinaryPrimitives.ReadUInt32LittleEndian(entry[length..]) != JournalWriter.Checksum(entry[..length]))
            throw new InvalidDataException("Its checksum is not that of its bytes.");

        return new JournalReader(entry[..length]);
    }

    public readonly bool IsAtEnd => _rest.IsEmpty;

    public byte Byte() => Take(1)[0];

    public int Count() => checked((int)Unsigned());

    public long Number()
    {
        var value = Unsigned();
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    public long Fixed() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    public byte[] Bytes() => Take(Count()).ToArray();

    public string Text() => Encoding.UTF8.GetString(Take(Count()));

    private ulong Unsigned()
    {
        var value = 0UL;
        for (var shift = 0; ; shift += 7)
        {
            var next = Byte();
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        if ((uint)length > (uint)_rest.Length)
            throw new InvalidDataException("It is shorter than what it says of itself.");

        var taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
