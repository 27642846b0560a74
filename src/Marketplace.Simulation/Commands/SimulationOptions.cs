using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Simulation.Faults;

namespace Marketplace.Simulation.Commands;

/// <summary>What the command was told.</summary>
internal sealed record SimulationOptions
{
    private const int SilosMax = 9;

    public long First { get; init; }

    public long Last { get; init; }

    /// <summary>The lines of a file, each with a world or a campaign of its own; if there are any, First and Last do not count.</summary>
    public ImmutableArray<SimulationOptions> Listed { get; init; } = [];

    public string? Protocol { get; init; }

    public ImmutableArray<Fault> Faults { get; init; } = FaultNames.All;

    /// <summary>How many silos a world has.</summary>
    public int Silos { get; init; } = 1;

    /// <summary>Whether worlds have an audit log and tables of dashboards, where their seeds draw them.</summary>
    public bool HaveOutputs { get; init; } = true;

    public int? Operations { get; init; }

    public ImmutableHashSet<int>? Strikes { get; init; }

    /// <summary>The bug that is put in on purpose.</summary>
    public Mutant Mutant { get; init; }

    /// <summary>Whether the story of the world is told.</summary>
    public bool IsTraced { get; init; }

    /// <summary>Processes that run worlds side by side.</summary>
    public int Workers { get; init; } = Environment.ProcessorCount;

    /// <summary>Which worker this process is, and of how many; null if it is the one that was called.</summary>
    public (int Number, int Count)? Worker { get; init; }

    /// <summary>How many worlds there are.</summary>
    public long Worlds => Last - First + 1;

    /// <summary>The arguments that make its worlds.</summary>
    public string Text => Worlds == 1
        ? Arguments(Order(First))
        : string.Create(CultureInfo.InvariantCulture, $"--seeds {First}..{Last}") + Rest(Order(First));

    public WorldOrder Order(long seed) => new(seed, Protocol, Faults)
    {
        Silos = Silos,
        HasOutputs = HaveOutputs,
        Operations = Operations,
        Strikes = Strikes,
        Mutant = Mutant,
    };

    /// <summary>The arguments that make a world.</summary>
    public static string Arguments(WorldOrder order) => string.Create(CultureInfo.InvariantCulture, $"--seed {order.Seed}") + Rest(order);

    /// <summary>How many silos there are.</summary>
    /// <exception cref="FormatException">There are too few or too many, or the protocol is simulated on one silo alone.</exception>
    public static int SilosOf(int silos, string? protocol) => silos switch
    {
        < 1 or > SilosMax => throw new FormatException(
            string.Create(CultureInfo.InvariantCulture, $"'{silos}' silos can't be simulated; there are 1 to {SilosMax}.")),
        > 1 when protocol is not null && !WorldSettings.ClusterProtocols.Contains(protocol) => throw new FormatException(
            $"'{protocol}' is not simulated in clusters; there are {string.Join(", ", WorldSettings.ClusterProtocols)}."),
        _ => silos,
    };

    /// <summary>Reads "0..9999" or a single seed.</summary>
    /// <exception cref="FormatException">It is neither.</exception>
    public static (long First, long Last) Seeds(string text)
    {
        var parts = text.Split("..");
        return parts.Length <= 2 && long.TryParse(parts[0], CultureInfo.InvariantCulture, out var first)
            && long.TryParse(parts[^1], CultureInfo.InvariantCulture, out var last) && first >= 0 && last >= first
            ? (first, last)
            : throw new FormatException($"'{text}' are no seeds: say --seeds FIRST..LAST, such as 0..9999.");
    }

    /// <summary>Reads "3,9", or "none".</summary>
    /// <exception cref="FormatException">It has something that is no number.</exception>
    public static ImmutableHashSet<int> Numbers(string text) => text == "none" ? [] :
    [
        .. text.Split(',').Select(static number => int.TryParse(number, CultureInfo.InvariantCulture, out var value)
            ? value
            : throw new FormatException($"'{number}' is no number of a strike.")),
    ];

    private static string Rest(WorldOrder order)
    {
        var faults = order.Faults.Length == FaultNames.All.Length ? "all"
            : order.Faults.IsEmpty ? "none"
            : string.Join(',', order.Faults.Select(FaultNames.Name));
        var strikes = order.Strikes is null ? ""
            : order.Strikes.IsEmpty ? " --strikes none"
            : " --strikes " + string.Join(',', order.Strikes.Order());
        return $" --faults {faults}"
            + (order.Silos == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" --silos {order.Silos}"))
            + (order.HasOutputs ? "" : " --outputs none")
            + (order.Protocol is null ? "" : $" --protocol {order.Protocol}")
            + (order.Operations is { } operations ? string.Create(CultureInfo.InvariantCulture, $" --operations {operations}") : "")
            + strikes
            + (order.Mutant == Mutant.None ? "" : $" --mutant {order.Mutant}");
    }
}
