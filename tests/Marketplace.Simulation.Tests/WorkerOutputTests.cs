using Marketplace.Simulation.Commands;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>Workers that tell of their worlds at the same place.</summary>
public sealed class WorkerOutputTests
{
    [Fact]
    public void A_long_line_is_written_in_one_piece()
    {
        using var pieces = new Pieces();
        using var lines = WorkerProcess.InWholeLines(pieces);
        var verdict = new string('c', 3_000);
        lines.WriteLine(verdict);
        lines.WriteLine("clean");
        Assert.Equal([verdict.Length + Environment.NewLine.Length, "clean".Length + Environment.NewLine.Length], pieces.Lengths);
    }

    private sealed class Pieces : MemoryStream
    {
        public List<int> Lengths { get; } = [];

        public override void Write(byte[] buffer, int offset, int count)
        {
            Lengths.Add(count);
            base.Write(buffer, offset, count);
        }
    }
}
