using System.Buffers.Binary;

namespace Marketplace.Driver.Measurement.History;

/// <summary>Writes the primitives of a history record into a span: variable-length integers and exact decimals.</summary>
internal ref struct RecordWriter(Span<byte> target)
{
    private readonly Span<byte> _target = target;

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Writes one byte.</summary>
    public void Byte(byte value) => _target[Length++] = value;

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
