using System.CommandLine;
using System.Globalization;
using Marketplace.Simulation.Faults;

namespace Marketplace.Simulation.Commands;

/// <summary>The command line.</summary>
internal static class SimulationCommand
{
    public static RootCommand Create(Func<SimulationOptions, int> run)
    {
        var seeds = new Option<string>("--seeds") { Description = "Worlds to run: FIRST..LAST.", DefaultValueFactory = static _ => "0..999" };
        var seed = new Option<long?>("--seed") { Description = "One world to run." };
        var worlds = new Option<string?>("--worlds")
        {
            Description =
                "A file with worlds to run: on each line the arguments of one, such as --seed 42 --silos 3, or of some that one process runs, "
                + "such as --seeds 0..99 --faults none. What follows a # is a comment.",
        };
        var protocol = new Option<string?>("--protocol")
        {
            Description = $"The transaction protocol ({string.Join(", ", WorldSettings.Protocols)}); drawn from the seed if none is named.",
        };
        var faults = new Option<string>("--faults")
        {
            Description = $"all, none, or some of {string.Join(", ", FaultNames.All.Select(FaultNames.Name))}.",
            DefaultValueFactory = static _ => "all",
        };
        var silos = new Option<int>("--silos")
        {
            Description =
                $"Silos of a world: 1, or those of a cluster. Clusters are simulated under {string.Join(", ", WorldSettings.ClusterProtocols)}.",
            DefaultValueFactory = static _ => 1,
        };
        var outputs = new Option<string>("--outputs")
        {
            Description = "all: an audit log and tables of dashboards, each in the worlds whose seed draws it; none: in none.",
            DefaultValueFactory = static _ => "all",
        };
        var trace = new Option<bool>("--trace") { Description = "With --seed: tells what happens, turn by turn." };
        var operations = new Option<int?>("--operations") { Description = "Operations of a world at most; the shrinker sets it." };
        var strikes = new Option<string?>("--strikes")
        {
            Description = "Numbers of the strikes of faults that are not left out; the shrinker sets it.",
        };
        var workers = new Option<int>("--workers")
        {
            Description = "Processes that run worlds side by side.",
            DefaultValueFactory = static _ => Environment.ProcessorCount,
        };
        var mutant = new Option<Mutant>("--mutant")
        {
            Description = $"A bug that is put in on purpose, to see it found: {string.Join(", ", Enum.GetNames<Mutant>())}.",
            HelpName = "mutant",
        };
        var worker = new Option<string?>("--worker") { Hidden = true };
        var command = new RootCommand(
            "Runs the silo in simulated worlds: one thread, virtual time, an order of turns and faults that a seed draws. Every run repeats from its "
            + "seed. orleans-transactions needs a silo of Orleans and is not simulated.")
        {
            seeds, seed, worlds, protocol, faults, silos, outputs, trace, operations, strikes, workers, worker, mutant,
        };
        command.SetAction(parsed =>
        {
            SimulationOptions options;
            try
            {
                options = Read(parsed);
                if (parsed.GetValue(worlds) is { } file)
                    options = options with { Listed = WorldList.Read(file, ReadLine) };
            }
            catch (FormatException exception)
            {
                Console.Error.WriteLine(exception.Message);
                return ExitCodes.BadUsage;
            }

            return run(options);
        });
        return command;

        SimulationOptions Read(ParseResult parsed)
        {
            var (first, last) = parsed.GetValue(seed) is { } one ? (one, one) : SimulationOptions.Seeds(parsed.GetValue(seeds)!);
            return new SimulationOptions
            {
                First = first,
                Last = last,
                Protocol = parsed.GetValue(protocol) is not { } name || WorldSettings.Protocols.Contains(name)
                    ? parsed.GetValue(protocol)
                    : throw new FormatException(
                        $"'{name}' can't be simulated; there are {string.Join(", ", WorldSettings.Protocols)}. "
                        + "orleans-transactions needs a silo of Orleans."),
                Faults = FaultNames.Read(parsed.GetValue(faults)!),
                Silos = SimulationOptions.SilosOf(parsed.GetValue(silos), parsed.GetValue(protocol)),
                HaveOutputs = parsed.GetValue(outputs) switch
                {
                    "all" => true,
                    "none" => false,
                    var other => throw new FormatException($"'{other}' are no outputs; there are all and none."),
                },
                Mutant = parsed.GetValue(mutant),
                IsTraced = parsed.GetValue(trace),
                Operations = parsed.GetValue(operations),
                Strikes = parsed.GetValue(strikes) is { } some ? SimulationOptions.Numbers(some) : null,
                Workers = Math.Max(1, parsed.GetValue(workers)),
                Worker = parsed.GetValue(worker)?.Split('/') is [var number, var count]
                    ? (int.Parse(number, CultureInfo.InvariantCulture), int.Parse(count, CultureInfo.InvariantCulture))
                    : null,
            };
        }

        SimulationOptions ReadLine(string arguments)
        {
            var parsed = command.Parse(arguments);
            if (parsed.Errors.Count > 0)
                throw new FormatException(parsed.Errors[0].Message);
            Option[] ofRun = [worlds, trace, workers, worker];
            return IsSaid(seed) != IsSaid(seeds) && !ofRun.Any(IsSaid)
                ? Read(parsed)
                : throw new FormatException($"'{arguments}' is no world: say --seed, or --seeds, and what else makes it.");

            bool IsSaid(Option option) => parsed.GetResult(option) is { Implicit: false };
        }
    }
}

/// <summary>The exit codes of the command: those of the driver, as far as they can come.</summary>
internal static class ExitCodes
{
    public const int Clean = 0;

    /// <summary>A world has a violation, or a fault that was asked for never struck.</summary>
    public const int Violations = 1;

    public const int BadUsage = 2;

    /// <summary>A process that ran worlds died.</summary>
    public const int Died = 3;

    public const int Interrupted = 130;
}
