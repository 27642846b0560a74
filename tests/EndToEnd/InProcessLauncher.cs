using Marketplace.Driver.Measurement;
using Marketplace.Driver.Target;
using Marketplace.Silo.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd;

/// <summary>Starts the silos of scenarios in the test's process.</summary>
/// <param name="configure">Adds services of a test to each.</param>
internal sealed class InProcessLauncher(Action<IServiceCollection> configure) : ISiloLauncher
{
    public async Task<ILaunchedSilo> StartAsync(
        IEnumerable<KeyValuePair<string, string>> settings,
        string logPath,
        Action died,
        CancellationToken cancellationToken)
    {
        var silo = SiloHost.Build(
            [
                "--urls", "http://127.0.0.1:0", "--Logging:LogLevel:Default=Error",
                .. settings.Select(static setting => $"--{setting.Key}={setting.Value}"),
            ],
            configure);
        await silo.StartAsync(cancellationToken);
        return new LaunchedSilo(silo);
    }

    private sealed class LaunchedSilo(WebApplication silo) : ILaunchedSilo
    {
        public Uri Url { get; } = new(silo.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

        public string? Death => null;

        public ProcessUsage? Usage() => null;

        public ValueTask DisposeAsync() => silo.DisposeAsync();
    }
}
