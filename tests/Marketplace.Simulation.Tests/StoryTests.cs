using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>A world is the same whatever process runs it, whatever ran there before, and whether its story is told.</summary>
[Collection(nameof(ListedWorlds))]
public sealed partial class StoryTests(ListedWorlds worlds)
{
    [Fact(Timeout = 120_000)]
    public async Task A_seed_tells_the_same_story_in_every_process()
    {
        // The last one first: before each there is another one than in the other processes.
        var (code, output) = await SimulationProgram.RunList([.. ListedWorlds.OfStories.Reverse()]);
        Assert.True(code == 0, output);
        var verdicts = ListedWorlds.VerdictsOf(output);
        Assert.All(ListedWorlds.OfStories, world => AssertSame(world, verdicts[world]));
    }

    [Fact(Timeout = 120_000)]
    public async Task A_story_is_told_again_word_for_word()
    {
        var story = await Tell(ListedWorlds.OfStories[^1]);
        Assert.True(story.Length > 10_000, story);
        Assert.Equal(story, await Tell(ListedWorlds.OfStories[^1]));
    }

    private async Task<string> Tell(string world)
    {
        var (code, story) = await SimulationProgram.Run([.. world.Split(' '), "--trace"]);
        Assert.Equal(0, code);
        AssertSame(world, story);
        return story;
    }

    private void AssertSame(string world, string told) =>
        Assert.Equal(Outcome().Match(worlds.VerdictOf(world)).Value, Outcome().Match(told).Value);

    [GeneratedRegex("[0-9]+ turns; trace [0-9a-f]{16}")]
    private static partial Regex Outcome();
}
