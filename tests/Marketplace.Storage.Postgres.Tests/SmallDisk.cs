using Marketplace.Grains.Archiving;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>A disk in memory, which may be full.</summary>
internal sealed class SmallDisk : IArchiveFile
{
    private byte[] _bytes = [];

    public bool IsFull { get; set; }
    public int Length => _bytes.Length;

    public void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        if (IsFull)
            throw new IOException("The disk is full.");

        Assert.Equal(_bytes.Length, offset);
        _bytes = [.. _bytes, .. bytes];
    }

    public int Read(Span<byte> buffer, long offset)
    {
        var part = _bytes.AsSpan((int)offset);
        part = part[..Math.Min(part.Length, buffer.Length)];
        part.CopyTo(buffer);
        return part.Length;
    }

    public void Truncate(long length) => _bytes = _bytes[..(int)length];

    public void Dispose()
    {
    }
}
