using Marketplace.Simulation.Commands;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>What the command says that worlds cost when all is compiled.</summary>
public sealed class PaceTests
{
    [Fact]
    public void The_second_half_of_the_worlds_counts()
    {
        var pace = new Pace(worlds: 100);
        pace.Note(Sum(40, processorMilliseconds: 4_000), TimeSpan.FromSeconds(4));
        pace.Note(Sum(60, processorMilliseconds: 4_400), TimeSpan.FromSeconds(5));
        pace.Note(Sum(80, processorMilliseconds: 4_500), TimeSpan.FromSeconds(6));
        var sustained = pace.Of(Sum(100, processorMilliseconds: 4_600), TimeSpan.FromSeconds(7));
        Assert.Equal(new Sustained(40, WorldsPerSecond: 20, ProcessorMilliseconds: 5), sustained);
    }

    [Fact]
    public void Before_there_is_a_second_half_nothing_is_said()
    {
        var pace = new Pace(worlds: 100);
        pace.Note(Sum(49, processorMilliseconds: 4_000), TimeSpan.FromSeconds(4));
        Assert.Null(pace.Of(Sum(49, processorMilliseconds: 4_000), TimeSpan.FromSeconds(4)));
    }

    private static Tally Sum(long worlds, double processorMilliseconds) =>
        new() { Worlds = worlds, ProcessorMilliseconds = processorMilliseconds };
}
