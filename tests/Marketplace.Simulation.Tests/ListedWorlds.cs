using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>
/// What became of the worlds of some lists. One command runs all of them, as most of the time of a single world goes into compiling; each is as it
/// would be alone, which <see cref="StoryTests"/> shows.
/// </summary>
public sealed class ListedWorlds : IAsyncLifetime
{
    private Verdicts _verdicts = new("");

    /// <summary>Worlds in which defects were found.</summary>
    public static IReadOnlyList<string> OfDefects { get; } = Read("defects.txt");

    /// <summary>Worlds that find bugs that are put in on purpose.</summary>
    public static IReadOnlyList<string> OfMutants { get; } = Read("mutants.txt");

    /// <summary>Worlds whose stories are compared.</summary>
    public static IReadOnlyList<string> OfStories { get; } =
        ["--seed 7 --faults all", "--seed 14 --faults all", "--seed 195 --faults all", "--seed 24 --faults all", "--seed 61 --faults all --silos 3"];

    /// <summary>Runs some worlds one after the other, in one process.</summary>
    /// <param name="list">Their arguments.</param>
    public static async Task<Verdicts> Run(IReadOnlyList<string> list)
    {
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllLinesAsync(file, list, TestContext.Current.CancellationToken);
            return new Verdicts((await SimulationProgram.Run("--worlds", file)).Output);
        }
        finally
        {
            File.Delete(file);
        }
    }

    public async ValueTask InitializeAsync() => _verdicts = await Run([.. OfDefects, .. OfMutants, .. OfStories]);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <inheritdoc cref="Verdicts.IsClean"/>
    public bool IsClean(string world, out string findings) => _verdicts.IsClean(world, out findings);

    /// <inheritdoc cref="Verdicts.VerdictOf"/>
    public string VerdictOf(string world) => _verdicts.VerdictOf(world);

    private static string Arguments(string world) => world.Split('#')[0].Trim();

    private static string[] Read(string list) =>
        [.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, list)).Where(static line => Arguments(line).Length > 0)];

    /// <summary>What a command said of a list of worlds.</summary>
    public sealed class Verdicts
    {
        private const string Clean = "clean ";
        private const string Failed = "failed ";

        private readonly string _output;
        private readonly Dictionary<string, string> _lines = [];

        /// <param name="output">All that it said.</param>
        public Verdicts(string output)
        {
            _output = output;
            foreach (var line in output.Split('\n'))
            {
                if (line.StartsWith(Clean, StringComparison.Ordinal) || line.StartsWith(Failed, StringComparison.Ordinal))
                    _lines[line[(line.IndexOf(' ', StringComparison.Ordinal) + 1)..line.IndexOf(':', StringComparison.Ordinal)]] = line;
            }
        }

        /// <summary>Whether a world was found to be clean.</summary>
        /// <param name="world">Its line in the list.</param>
        /// <param name="findings">What is wrong with it.</param>
        public bool IsClean(string world, out string findings)
        {
            findings = string.Join(
                '\n', _output.Split('\n').Where(line => line.StartsWith($"FAILED {Arguments(world)}:", StringComparison.Ordinal)));
            return VerdictOf(world).StartsWith(Clean, StringComparison.Ordinal);
        }

        /// <summary>The line that says what became of a world.</summary>
        public string VerdictOf(string world) =>
            _lines.GetValueOrDefault(Arguments(world)) ?? throw new InvalidOperationException($"The command told nothing of {world}: {_output}");
    }
}
