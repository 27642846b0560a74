using Marketplace.Audit.History;
using Marketplace.Simulation.Faults;

namespace Marketplace.Simulation.Commands;

/// <summary>Sums over many worlds.</summary>
internal sealed class Tally
{
    public long Worlds { get; set; }

    public long Turns { get; set; }

    /// <summary>Time of a processor, in ms.</summary>
    public double ProcessorMilliseconds { get; set; }

    /// <summary>Real time of worlds, of the making of their silos, and of their audits, in ms.</summary>
    public double Milliseconds { get; set; }

    public double MillisecondsOfMaking { get; set; }

    public double MillisecondsOfAudits { get; set; }

    public long Requests { get; set; }

    /// <summary>The hashes of all traces, added up: two runs of the same worlds have the same, whoever ran which of them.</summary>
    public ulong Traces { get; set; }

    /// <summary>Transactions of the mix by their outcome.</summary>
    public Dictionary<string, long> Outcomes { get; init; } = [];

    /// <summary>Worlds by protocol.</summary>
    public Dictionary<string, long> Protocols { get; init; } = [];

    /// <summary>How often each fault struck.</summary>
    public Dictionary<string, long> Bites { get; init; } = [];

    /// <summary>Worlds in which each fault struck.</summary>
    public Dictionary<string, long> Bitten { get; init; } = [];

    /// <summary>Worlds in which no fault struck.</summary>
    public long Unbitten { get; set; }

    /// <summary>How often silos came to branches that they log.</summary>
    public Dictionary<string, long> Branches { get; init; } = [];

    public List<Failure> Failures { get; init; } = [];

    /// <summary>Adds a world that has ended.</summary>
    public void Add(World world, TimeSpan took)
    {
        Milliseconds += took.TotalMilliseconds;
        MillisecondsOfMaking += world.Made.TotalMilliseconds;
        MillisecondsOfAudits += world.Judged.TotalMilliseconds;
        Worlds++;
        Turns += world.Turns;
        Requests += world.Shop.History.Count;
        Traces = unchecked(Traces + world.Trace.Hash);
        Count(Protocols, world.Settings.Protocol, 1);
        foreach (var operation in world.Shop.History)
        {
            if (operation.Kind.IsOfMix())
                Count(Outcomes, operation.Outcome.Name(), 1);
        }

        var bites = 0;
        foreach (var fault in FaultNames.All)
        {
            var count = world.Faults.Bites[(int)fault];
            bites += count;
            if (count == 0)
                continue;
            Count(Bites, fault.Name(), count);
            Count(Bitten, fault.Name(), 1);
        }

        Unbitten += bites == 0 ? 1 : 0;
        foreach (var (branch, count) in world.Branches)
            Count(Branches, branch, count);
    }

    /// <summary>Adds what somebody else has summed up.</summary>
    public void Add(Tally other)
    {
        Worlds += other.Worlds;
        Turns += other.Turns;
        Requests += other.Requests;
        Traces = unchecked(Traces + other.Traces);
        Unbitten += other.Unbitten;
        ProcessorMilliseconds += other.ProcessorMilliseconds;
        Milliseconds += other.Milliseconds;
        MillisecondsOfMaking += other.MillisecondsOfMaking;
        MillisecondsOfAudits += other.MillisecondsOfAudits;
        Failures.AddRange(other.Failures);
        foreach (var (own, others) in ((Dictionary<string, long>, Dictionary<string, long>)[])
            [(Outcomes, other.Outcomes), (Protocols, other.Protocols), (Bites, other.Bites), (Bitten, other.Bitten), (Branches, other.Branches)])
        {
            foreach (var (name, count) in others)
                Count(own, name, count);
        }
    }

    private static void Count(Dictionary<string, long> counts, string name, long count) => counts[name] = counts.GetValueOrDefault(name) + count;
}

/// <summary>A world in which something is wrong.</summary>
/// <param name="Command">The arguments that run it again, shortened as far as it still shows.</param>
/// <param name="Protocol">Its protocol.</param>
/// <param name="Check">Which check found it.</param>
/// <param name="Witness">The first thing that it found.</param>
internal sealed record Failure(string Command, string Protocol, string Check, string Witness);
