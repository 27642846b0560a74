using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>A small world of which the next thing that happens is chosen from outside.</summary>
internal interface IWorld
{
    /// <summary>What can happen now.</summary>
    IReadOnlyList<string> Choices { get; }

    /// <summary>All that the future depends on.</summary>
    string State { get; }

    /// <summary>Lets it happen.</summary>
    void Do(string choice);

    /// <summary>What is wrong: in any state, or, when nothing can happen any more, at the end.</summary>
    string? Violation();
}

/// <summary>Tries all orders in which things can happen in a world, each state once, the short ones first.</summary>
internal static class Explorer
{
    // More would take long; it means that a world is larger than meant.
    private const int StatesMax = 400_000;

    /// <summary>Explores.</summary>
    /// <returns>How many states there are, and in how many of them the world can end.</returns>
    public static (int States, int Ends) Explore(Func<IWorld> begin)
    {
        var (seen, ends) = (new HashSet<string>(), 0);
        var open = new Queue<string[]>();
        open.Enqueue([]);
        while (open.TryDequeue(out var path))
        {
            var world = Replay(begin, path);
            var choices = world.Choices;
            ends += choices.Count == 0 ? 1 : 0;
            if (world.Violation() is { } violation)
                Assert.Fail($"{violation}\nafter: {string.Join(", ", path)}\nin: {world.State}");

            for (var i = 0; i < choices.Count; i++)
            {
                var next = i == choices.Count - 1 ? world : Replay(begin, path);
                next.Do(choices[i]);
                if (seen.Add(next.State))
                    open.Enqueue([.. path, choices[i]]);
            }

            Assert.True(seen.Count <= StatesMax, "The world is too large.");
        }

        return (seen.Count + 1, ends);
    }

    private static IWorld Replay(Func<IWorld> begin, string[] path)
    {
        var world = begin();
        foreach (var choice in path)
            world.Do(choice);

        return world;
    }
}
