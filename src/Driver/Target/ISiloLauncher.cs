using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target;

/// <summary>Starts the silos of scenarios that launch one.</summary>
internal interface ISiloLauncher
{
    /// <summary>Starts a silo; it need not be ready yet.</summary>
    /// <param name="program">Its program; null for the one that was built with the driver.</param>
    /// <param name="cores">The cores that it is kept to; null for all.</param>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="TargetException">It can't be started.</exception>
    Task<ILaunchedSilo> Start(
        string? program,
        IEnumerable<KeyValuePair<string, string>> settings,
        CoreSet? cores,
        string logPath,
        Action died,
        CancellationToken cancellationToken);

    /// <summary>Starts a process of the record service; it need not be ready yet.</summary>
    /// <param name="cores">Cores that it may use; null for all.</param>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="TargetException">It can't be started.</exception>
    ILaunchedSilo StartRecords(
        CoreSet? cores, IEnumerable<KeyValuePair<string, string>> settings, string logPath, Action died) =>
        throw new TargetException("The record service can't be started here.");
}

/// <summary>A silo that was started for a run; disposing of it stops it.</summary>
internal interface ILaunchedSilo : IAsyncDisposable
{
    /// <summary>Its base address.</summary>
    Uri Url { get; }

    /// <summary>Why it is no longer there, with the end of its log; null while it runs.</summary>
    string? Death { get; }

    /// <summary>What it has used so far; null once it has ended, or if it is no process of its own.</summary>
    ProcessUsage? Usage();
}

/// <summary>Starts silos as processes of their own, of the program that was built with the driver.</summary>
/// <param name="started">Told each silo at once, so that it can be killed with the driver.</param>
internal sealed class ProcessLauncher(TimeProvider time, Action<SiloProcess> started) : ISiloLauncher
{
    public Task<ILaunchedSilo> Start(
        string? program,
        IEnumerable<KeyValuePair<string, string>> settings,
        CoreSet? cores,
        string logPath,
        Action died,
        CancellationToken cancellationToken)
    {
        var silo = SiloProcess.Start(SiloLocator.Find(AppContext.BaseDirectory, program), settings, logPath, time, died, cores);
        started(silo);
        return Task.FromResult<ILaunchedSilo>(silo);
    }

    public ILaunchedSilo StartRecords(
        CoreSet? cores, IEnumerable<KeyValuePair<string, string>> settings, string logPath, Action died)
    {
        var service = SiloProcess.Start(SiloLocator.FindRecords(AppContext.BaseDirectory), settings, logPath, time, died, cores);
        started(service);
        return service;
    }
}
