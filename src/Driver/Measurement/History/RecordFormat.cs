using System.Buffers.Binary;

namespace Marketplace.Driver.Measurement.History;

/// <summary>
/// The history file. A header (magic, clock, run id), then records in the order in which workers handed in their buffers: those of one
/// worker are in order, those of different workers are not. A record is its length in two bytes, then kind, outcome, stage, numbers.
/// </summary>
internal static class RecordFormat
{
    /// <summary>First bytes of the file: name and version of the format.</summary>
    public static ReadOnlySpan<byte> Magic => "MPHIST01"u8;

    /// <summary>Bytes of the length before each record.</summary>
    public const int Prefix = sizeof(ushort);

    /// <summary>No record is longer, its prefix included: 10 items of at most 60 bytes each, and the head.</summary>
    public const int Longest = 1024;

    /// <summary>Items a record can hold (contract: a cart has 1–10).</summary>
    public const int MostItems = 10;

    /// <summary>Flag of a negative decimal.</summary>
    public const int Negative = 0x80;

    /// <summary>Flag of a decimal whose mantissa takes 96 bits.</summary>
    public const int Wide = 0x40;
}

/// <summary>Reads what <see cref="RecordWriter"/> wrote.</summary>
internal ref struct RecordReader(ReadOnlySpan<byte> source)
{
    private readonly ReadOnlySpan<byte> _source = source;
    private int _position;

    /// <summary>Bytes read.</summary>
    public readonly int Position => _position;

    /// <summary>Reads one byte.</summary>
    public byte Byte() => _source[_position++];

    /// <summary>Reads a number that is not negative.</summary>
    public long Number()
    {
        var value = 0UL;
        for (var shift = 0; ; shift += 7)
        {
            var next = Byte();
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) return (long)value;
        }
    }

    /// <summary>Reads a number that is not negative and fits 32 bits.</summary>
    public int Count() => checked((int)Number());

    /// <summary>Reads any number.</summary>
    public long Signed()
    {
        var coded = Number();
        return coded >> 1 ^ -(coded & 1);
    }

    /// <summary>Reads a decimal.</summary>
    public decimal Decimal()
    {
        var head = Byte();
        var scale = (byte)(head & 0x1F);
        var negative = (head & RecordFormat.Negative) != 0;
        if ((head & RecordFormat.Wide) == 0)
        {
            var mantissa = Number();
            return new decimal((int)mantissa, (int)(mantissa >> 32), 0, negative, scale);
        }

        var low = BinaryPrimitives.ReadUInt64LittleEndian(_source[_position..]);
        var high = BinaryPrimitives.ReadInt32LittleEndian(_source[(_position + sizeof(ulong))..]);
        _position += sizeof(ulong) + sizeof(int);
        return new decimal((int)low, (int)(low >> 32), high, negative, scale);
    }
}

/// <summary>Writes the primitives of a history record into a span: variable-length integers and exact decimals.</summary>
internal ref struct RecordWriter(Span<byte> target)
{
    private readonly Span<byte> _target = target;

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Writes one byte.</summary>
    public void Byte(byte value) => _target[Length++] = value;

    /// <summary>Writes bytes as they are.</summary>
    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_target[Length..]);
        Length += bytes.Length;
    }

    /// <summary>Writes a number that is not negative: 7 bits a byte, low bits first.</summary>
    public void Number(long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        var rest = (ulong)value;
        while (rest >= 0x80)
        {
            Byte((byte)(rest | 0x80));
            rest >>= 7;
        }

        Byte((byte)rest);
    }

    /// <summary>Writes any number below 2^62 in magnitude; small ones are short.</summary>
    public void Signed(long value) => Number(value << 1 ^ value >> 63);

    /// <summary>Writes a decimal exactly: one byte of sign, scale and length, then the mantissa.</summary>
    public void Decimal(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        var scale = (byte)(parts[3] >> 16 & 0x1F);
        var sign = parts[3] < 0 ? RecordFormat.Negative : 0;
        var low = (uint)parts[0] | (ulong)(uint)parts[1] << 32;
        if (parts[2] == 0 && low <= long.MaxValue)
        {
            Byte((byte)(scale | sign));
            Number((long)low);
            return;
        }

        Byte((byte)(scale | sign | RecordFormat.Wide));
        BinaryPrimitives.WriteUInt64LittleEndian(_target[Length..], low);
        BinaryPrimitives.WriteInt32LittleEndian(_target[(Length + sizeof(ulong))..], parts[2]);
        Length += sizeof(ulong) + sizeof(int);
    }
}
