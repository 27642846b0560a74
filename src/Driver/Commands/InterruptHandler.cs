using System.Runtime.InteropServices;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>Ctrl-C and SIGTERM: the first one stops submitting, and the run ends in order; the second one kills, the silo too.</summary>
internal sealed class InterruptHandler : IDisposable
{
    private readonly CancellationTokenSource _interrupt = new();
    private readonly PosixSignalRegistration[] _registrations;
    private readonly List<SiloProcess> _silos = [];

    public InterruptHandler() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Handle),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Handle),
    ];

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Interrupt => _interrupt.Token;

    /// <summary>What the second signal removes.</summary>
    public CurrentRun Current { get; } = new();

    /// <summary>Remembers a silo that must not outlive the driver.</summary>
    public void Guard(SiloProcess silo)
    {
        lock (_silos)
        {
            // A sweep starts thousands.
            _silos.RemoveAll(other => other.IsStopping);
            _silos.Add(silo);
        }
    }

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _interrupt.Dispose();
    }

    private void Handle(PosixSignalContext signal)
    {
        signal.Cancel = true;
        if (!_interrupt.IsCancellationRequested)
        {
            _interrupt.Cancel();
            return;
        }

        lock (_silos)
            _silos.ForEach(silo => silo.Kill());
        Current.Discard();
        Environment.Exit(ExitCode.Interrupted);
    }
}
