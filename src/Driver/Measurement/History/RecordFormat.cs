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
