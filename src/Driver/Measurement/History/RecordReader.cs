using System.Buffers.Binary;

namespace Marketplace.Driver.Measurement.History;

/// <summary>Reads what <see cref="RecordWriter"/> wrote.</summary>
internal ref struct RecordReader(ReadOnlySpan<byte> source)
{
    private readonly ReadOnlySpan<byte> _source = source;
    private int _position;

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
