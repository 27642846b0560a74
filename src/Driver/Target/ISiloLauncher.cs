namespace Marketplace.Driver.Target;

/// <summary>Starts the silos of scenarios that launch one.</summary>
internal interface ISiloLauncher
{
    /// <summary>Starts a silo; it need not be ready yet.</summary>
    /// <param name="died">Called once if it ends by itself.</param>
    /// <exception cref="TargetException">It can't be started.</exception>
    Task<ILaunchedSilo> StartAsync(
        IEnumerable<KeyValuePair<string, string>> settings,
        string logPath,
        Action died,
        CancellationToken cancellationToken);
}
