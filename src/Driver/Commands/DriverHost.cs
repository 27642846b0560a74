using Marketplace.Driver.Audit;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>What the commands get from their process, or from a test.</summary>
internal sealed record DriverHost
{
    /// <summary>Standard output.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Standard error.</summary>
    public required TextWriter Error { get; init; }

    /// <summary>True if standard output is a terminal, so that progress can be drawn in place.</summary>
    public required bool IsTerminal { get; init; }

    /// <summary>Columns of that terminal; null if it is none.</summary>
    public int? Width { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>Cancelled by the first Ctrl-C.</summary>
    public required CancellationToken Interrupt { get; init; }

    /// <summary>Starts the silos that scenarios launch.</summary>
    public required ISiloLauncher Launcher { get; init; }

    /// <summary>Starts and finds the targets of runs.</summary>
    public ITargets Targets => new NewTargets(Time, Launcher);

    /// <summary>The cores of this machine.</summary>
    public CoreSet Cores { get; init; } = CoreSet.Machine;

    /// <summary>Collects the garbage of one step before the next one is measured. Nothing to do where the heap is that of others, too.</summary>
    public Action CollectGarbage { get; init; } = GC.Collect;

    /// <summary>The folder of the run that has begun.</summary>
    public CurrentRun Current { get; init; } = new();

    public required IAudit Audit { get; init; }
    public required IReportWriter Report { get; init; }
}

/// <summary>The folder of a run that may have no results yet: one that is broken off leaves nothing behind.</summary>
internal sealed class CurrentRun
{
    private RunFolder? _folder;

    /// <summary>A run begins.</summary>
    public void Begin(RunFolder folder) => Volatile.Write(ref _folder, folder);

    /// <summary>Removes its folder, unless there are results in it.</summary>
    public void Discard() => Volatile.Read(ref _folder)?.Discard();
}
