using Marketplace.Driver.Measurement;
using Marketplace.Driver.Target;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd;

/// <summary>Starts the silos of scenarios in the test's process.</summary>
internal sealed class InProcessLauncher(Action<IServiceCollection> configure) : ISiloLauncher
{
    public async Task<ILaunchedSilo> Start(
        string? program,
        IEnumerable<KeyValuePair<string, string>> settings,
        CoreSet? cores,
        string logPath,
        Action died,
        CancellationToken cancellationToken)
    {
        var silo = await InProcessSilo.Start(
            configure,
            ["--Logging:LogLevel:Default=Error", .. settings.Select(static setting => $"--{setting.Key}={setting.Value}")],
            cancellationToken);
        return new LaunchedSilo(silo);
    }

    private sealed class LaunchedSilo(InProcessSilo silo) : ILaunchedSilo
    {
        public Uri Url => silo.Url;
        public string? Death => null;

        public ProcessUsage? Usage() => null;

        public ValueTask DisposeAsync() => silo.DisposeAsync();
    }
}
