using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>A world is the same whatever process runs it, whatever ran there before, and whether its story is told.</summary>
[Collection(nameof(ListedWorlds))]
public sealed partial class StoryTests(ListedWorlds worlds)
{
    [Fact(Timeout = 120_000)]
    public async Task A_world_ends_the_same_in_another_process_after_other_worlds()
    {
        var again = await ListedWorlds.Run([.. ListedWorlds.OfStories.Reverse()]);
        Assert.Equal(
            ListedWorlds.OfStories.Select(world => Outcome().Match(worlds.VerdictOf(world)).Value),
            ListedWorlds.OfStories.Select(world => Outcome().Match(again.VerdictOf(world)).Value));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_story_is_told_again_word_for_word()
    {
        var world = ListedWorlds.OfStories[1];
        string[] arguments = [.. world.Split(' '), "--trace"];
        var (code, story) = await SimulationProgram.Run(arguments);
        Assert.Equal(0, code);
        Assert.True(story.Length > 10_000, story);
        Assert.Equal(Outcome().Match(worlds.VerdictOf(world)).Value, Outcome().Match(story).Value);
        Assert.Equal((code, story), await SimulationProgram.Run(arguments));
    }

    [GeneratedRegex("[0-9]+ turns; trace [0-9a-f]{16}")]
    private static partial Regex Outcome();
}
