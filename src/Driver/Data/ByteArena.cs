namespace Marketplace.Driver.Data;

/// <summary>Many short texts in few large arrays: nothing for the garbage collector to walk. Filled once, then read by all.</summary>
internal sealed class ByteArena(int count)
{
    private const int ChunkSize = 1 << 20;

    private readonly List<byte[]> _chunks = [];
    private readonly long[] _starts = new long[count];
    private readonly ushort[] _lengths = new ushort[count];
    private int _used = ChunkSize;

    /// <param name="text">The text, shorter than 64 KiB.</param>
    public void Set(int index, ReadOnlySpan<byte> text)
    {
        if (ChunkSize - _used < text.Length)
        {
            _chunks.Add(new byte[ChunkSize]);
            _used = 0;
        }

        text.CopyTo(_chunks[^1].AsSpan(_used));
        _starts[index] = (long)(_chunks.Count - 1) * ChunkSize + _used;
        _lengths[index] = checked((ushort)text.Length);
        _used += text.Length;
    }

    /// <summary>A text.</summary>
    public ReadOnlySpan<byte> this[int index]
    {
        get
        {
            var start = _starts[index];
            return _chunks[(int)(start / ChunkSize)].AsSpan((int)(start % ChunkSize), _lengths[index]);
        }
    }
}
