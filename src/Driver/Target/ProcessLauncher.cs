namespace Marketplace.Driver.Target;

/// <summary>Starts silos as processes of their own, of the program that was built with the driver.</summary>
/// <param name="started">Told each silo at once, so that it can be killed with the driver.</param>
internal sealed class ProcessLauncher(TimeProvider time, Action<SiloProcess> started) : ISiloLauncher
{
    public Task<ILaunchedSilo> StartAsync(
        IEnumerable<KeyValuePair<string, string>> settings,
        string logPath,
        Action died,
        CancellationToken cancellationToken)
    {
        var silo = SiloProcess.Start(SiloLocator.Find(AppContext.BaseDirectory), settings, logPath, time, died);
        started(silo);
        return Task.FromResult<ILaunchedSilo>(silo);
    }
}
