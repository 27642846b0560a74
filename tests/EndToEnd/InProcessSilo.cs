using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd;

/// <summary>A silo within the test's process.</summary>
internal sealed class InProcessSilo : IAsyncDisposable
{
    private readonly WebApplication _app;

    private InProcessSilo(WebApplication app) => _app = app;

    public Uri Url => new(Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
    public IServiceProvider Services => _app.Services;

    /// <summary>Starts one at a port that is free.</summary>
    public static async Task<InProcessSilo> Start(
        Action<IServiceCollection> configure, IEnumerable<string> settings, CancellationToken cancellationToken)
    {
        var silo = new InProcessSilo(SiloHost.Build(
            ["--urls", "http://127.0.0.1:0", .. settings], services => configure(services.AsOneOfMany())));
        try
        {
            await silo._app.StartAsync(cancellationToken);
            return silo;
        }
        catch
        {
            await silo.DisposeAsync();
            throw;
        }
    }

    public Task Stop() => _app.StopAsync(CancellationToken.None);

    // One that is not stopped stays in memory and goes on working until the tests end.
    public async ValueTask DisposeAsync()
    {
        await Stop();
        await _app.DisposeAsync();
    }
}
