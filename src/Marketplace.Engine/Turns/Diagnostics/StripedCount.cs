namespace Marketplace.Engine.Turns.Diagnostics;

/// <summary>
/// A count that many threads raise, at a few nanoseconds each time, and somebody reads now and then. Each thread has a cell, which it shares with
/// few others, in a line of the processor's cache that has no other cell.
/// </summary>
internal sealed class StripedCount
{
    private const int Cells = 16;
    private const int LongsOfLine = 8;

    // The first line is left out, as the length of the array is in it.
    private readonly long[] _cells = new long[(Cells + 1) * LongsOfLine];

    /// <summary>The sum of the cells; what is counted meanwhile may be in it or not.</summary>
    public long Value
    {
        get
        {
            var sum = 0L;
            for (var i = LongsOfLine; i < _cells.Length; i += LongsOfLine)
                sum += Interlocked.Read(ref _cells[i]);

            return sum;
        }
    }

    public void Increment() => Interlocked.Increment(ref _cells[((Environment.CurrentManagedThreadId % Cells) + 1) * LongsOfLine]);
}
