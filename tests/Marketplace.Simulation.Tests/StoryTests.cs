using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>A world is the same whatever process runs it, whatever ran there before, and whether its story is told.</summary>
[Collection(nameof(ListedWorlds))]
public sealed partial class StoryTests(ListedWorlds worlds)
{
    /// <summary>The others are told once.</summary>
    private static readonly string ToldTwice = ListedWorlds.OfStories[1];

    public static TheoryData<string> Worlds => [.. ListedWorlds.OfStories.Where(static world => world != ToldTwice)];

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Worlds))]
    public async Task A_seed_tells_the_same_story_in_every_process(string world) => await Tell(world);

    [Fact(Timeout = 120_000)]
    public async Task A_story_is_told_again_word_for_word() => Assert.Equal(await Tell(ToldTwice), await Tell(ToldTwice));

    private async Task<string> Tell(string world)
    {
        var (code, story) = await SimulationProgram.Run([.. world.Split(' '), "--trace"]);
        Assert.Equal(0, code);
        Assert.True(story.Length > 10_000, story);
        Assert.Equal(Outcome().Match(worlds.VerdictOf(world)).Value, Outcome().Match(story).Value);
        return story;
    }

    [GeneratedRegex("[0-9]+ turns; trace [0-9a-f]{16}")]
    private static partial Regex Outcome();
}
