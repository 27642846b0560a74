using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>
/// What became of the worlds of some lists, and of some campaigns. One command runs all of them, in two processes, as most of the time of a few
/// worlds goes into compiling; each is as it would be alone, which <see cref="StoryTests"/> shows.
/// </summary>
public sealed class ListedWorlds : IAsyncLifetime
{
    private const string Clean = "clean ";
    private const string Failed = "failed ";

    private Dictionary<string, string> _verdicts = [];
    private string _output = "";

    /// <summary>Worlds in which defects were found.</summary>
    public static IReadOnlyList<string> OfDefects { get; } = Read("defects.txt");

    /// <summary>Worlds that find bugs that are put in on purpose.</summary>
    public static IReadOnlyList<string> OfMutants { get; } = Read("mutants.txt");

    /// <summary>Worlds whose stories are compared.</summary>
    public static IReadOnlyList<string> OfStories { get; } =
        ["--seed 7 --faults all", "--seed 14 --faults all", "--seed 195 --faults all", "--seed 24 --faults all", "--seed 61 --faults all --silos 3"];

    public async ValueTask InitializeAsync()
    {
        (_, _output) = await SimulationProgram.RunList([.. OfCampaigns, .. OfDefects, .. OfMutants, .. OfStories], "--workers", "2");
        _verdicts = VerdictsOf(_output);
    }

    /// <summary>The lines that say what became of worlds, by the arguments of these.</summary>
    /// <param name="output">What the command told of a list.</param>
    public static Dictionary<string, string> VerdictsOf(string output) => output.Split('\n')
        .Where(static line => line.StartsWith(Clean, StringComparison.Ordinal) || line.StartsWith(Failed, StringComparison.Ordinal))
        .ToDictionary(static line => line[(line.IndexOf(' ', StringComparison.Ordinal) + 1)..line.IndexOf(':', StringComparison.Ordinal)]);

    /// <summary>
    /// Seeds whose worlds are run one after the other. Every second line is the other process's: the long ones come side by side.
    /// </summary>
    public static IReadOnlyList<string> OfCampaigns { get; } =
    [
        "--seeds 0..999 --faults none", "--seeds 0..1999 --faults all",
        "--seeds 0..199 --faults all --silos 3", "--seeds 0..199 --faults none --silos 3",
        "--seeds 5000..5199 --faults clock-back,crash,client-answer-lost", "--seeds 5000..5199 --faults slow-write,deactivation",
        "--seeds 0..9 --faults all --mutant LockReleasedEarly", "--seeds 0..1 --faults all --silos 3 --mutant LostDecision",
    ];

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Whether a world was found to be clean.</summary>
    /// <param name="world">Its line in the list.</param>
    /// <param name="findings">What is wrong with it.</param>
    public bool IsClean(string world, out string findings)
    {
        findings = string.Join('\n', _output.Split('\n').Where(line => line.StartsWith($"FAILED {Arguments(world)}:", StringComparison.Ordinal)));
        return VerdictOf(world).StartsWith(Clean, StringComparison.Ordinal);
    }

    /// <summary>The line that says what became of a world.</summary>
    public string VerdictOf(string world) =>
        _verdicts.GetValueOrDefault(Arguments(world)) ?? throw new InvalidOperationException($"The command told nothing of {world}: {_output}");

    /// <summary>What the command told of a campaign, and whether that is clean.</summary>
    /// <param name="campaign">Its line in the list.</param>
    public (bool IsClean, string Report) ReportOf(string campaign)
    {
        var report = string.Join('\n', _output.Split('\n').Where(line => line.StartsWith($"{campaign}: ", StringComparison.Ordinal)));
        TestContext.Current.TestOutputHelper?.WriteLine(report);
        return (VerdictOf(campaign).StartsWith(Clean, StringComparison.Ordinal), report);
    }

    private static string Arguments(string world) => world.Split('#')[0].Trim();

    private static string[] Read(string list) =>
        [.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, list)).Where(static line => Arguments(line).Length > 0)];
}
