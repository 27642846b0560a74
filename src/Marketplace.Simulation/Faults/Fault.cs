using System.Collections.Immutable;

namespace Marketplace.Simulation.Faults;

/// <summary>What goes wrong in a world.</summary>
internal enum Fault
{
    /// <summary>A call of a grain does not arrive; its caller waits in vain.</summary>
    CallLost,

    /// <summary>The answer to a call is lost.</summary>
    AnswerLost,

    /// <summary>A message of a protocol arrives twice.</summary>
    CallRepeated,

    /// <summary>A call arrives late, so that others overtake it.</summary>
    CallDelayed,

    /// <summary>The answer to a call comes late.</summary>
    AnswerDelayed,

    /// <summary>A grain is told to deactivate, before or after any call.</summary>
    Deactivation,

    /// <summary>A write of the storage takes long.</summary>
    SlowWrite,

    /// <summary>The connection is lost before a write has come to the database, or nobody knows whether it has.</summary>
    FailedWrite,

    /// <summary>A write is stored, and its answer is lost.</summary>
    CommitInDoubt,

    /// <summary>The database answers nobody, now and then for longer than every limit of tries.</summary>
    StorageOutage,

    /// <summary>Somebody sets the wall clock back.</summary>
    ClockBack,

    /// <summary>Somebody sets the wall clock forward.</summary>
    ClockForward,

    /// <summary>The silo is killed; of what it has sent to the database a prefix is durable. Another one starts on it.</summary>
    Crash,

    /// <summary>The silo that recovers is killed.</summary>
    CrashInRecovery,

    /// <summary>A second silo takes the schema while the first one runs: that is fenced.</summary>
    SecondSilo,

    /// <summary>The answer to a client is lost.</summary>
    ClientAnswerLost,

    /// <summary>A silo of a cluster is killed; the others end it as a writer and declare it dead.</summary>
    KillSilo,

    /// <summary>A silo of a cluster is paused, perhaps for so long that the others declare it dead; then it goes on, unaware.</summary>
    PauseSilo,

    /// <summary>One of the servers of Redis, or both, answer nobody for some time.</summary>
    RedisOutage,

    /// <summary>A server of Redis is started again, and has lost everything.</summary>
    RedisRestart,

    /// <summary>The secondary of Redis does not follow the primary for some time.</summary>
    RedisLag,
}

/// <summary>The faults by the names that the command takes.</summary>
internal static class FaultNames
{
    /// <summary>Those of Redis.</summary>
    public static ImmutableArray<Fault> OfRedis { get; } = [Fault.RedisOutage, Fault.RedisRestart, Fault.RedisLag];

    /// <summary>All faults.</summary>
    public static ImmutableArray<Fault> All { get; } = [.. Enum.GetValues<Fault>()];

    /// <summary>Whether it can strike in worlds of so many silos.</summary>
    public static bool IsPossible(this Fault fault, int silos) => fault switch
    {
        Fault.KillSilo or Fault.PauseSilo => silos > 1,
        Fault.Crash or Fault.CrashInRecovery or Fault.SecondSilo => silos == 1,
        _ => true,
    };

    /// <summary>"call-lost" of <see cref="Fault.CallLost"/>.</summary>
    public static string Name(this Fault fault) =>
        string.Concat(fault.ToString().Select(static (letter, i) => (char.IsUpper(letter) && i > 0 ? "-" : "") + char.ToLowerInvariant(letter)));

    /// <summary>Reads a choice of faults: all, none, or names with commas between.</summary>
    /// <exception cref="FormatException">There is no such fault.</exception>
    public static ImmutableArray<Fault> Read(string text) => text switch
    {
        "all" => All,
        "none" => [],
        _ => [.. text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(One)],
    };

    private static Fault One(string name)
    {
        foreach (var fault in All)
        {
            if (fault.Name() == name)
                return fault;
        }

        throw new FormatException($"'{name}' is no fault; there are {string.Join(", ", All.Select(Name))}.");
    }
}
