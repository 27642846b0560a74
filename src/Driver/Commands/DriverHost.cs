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

    public required IAudit Audit { get; init; }
    public required IReportWriter Report { get; init; }
}
