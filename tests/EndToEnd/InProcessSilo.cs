using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo within the test's process. What a process of its own would have to compile has been compiled here.</summary>
internal sealed class InProcessSilo : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly LogRecorder _log;
    private SiloClient? _client;

    private InProcessSilo(WebApplication app, LogRecorder log) => (_app, _log) = (app, log);

    public Uri Url => new(Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
    public IServiceProvider Services => _app.Services;

    /// <summary>Asks it.</summary>
    public SiloClient Client => _client ??= new SiloClient(Url, () => Task.FromResult(Log));

    /// <summary>What it has logged.</summary>
    public string Log => string.Join(Environment.NewLine, _log.Lines);

    /// <summary>Settings that keep the states in a database, whose server may be away for a minute.</summary>
    public static string[] On(string database) =>
        ["--Marketplace:Storage=postgres", $"--Marketplace:Postgres={database}", "--Marketplace:Postgres:Timeout=00:01:00"];

    /// <summary>Starts one with its states in a database.</summary>
    public static Task<InProcessSilo> StartOn(string database, params string[] settings) =>
        Start(static _ => { }, [.. On(database), .. settings], TestContext.Current.CancellationToken);

    /// <summary>Starts one, at a port that is free if the settings name no address.</summary>
    public static async Task<InProcessSilo> Start(
        Action<IServiceCollection> configure, IEnumerable<string> settings, CancellationToken cancellationToken)
    {
        var log = new LogRecorder();
        var silo = new InProcessSilo(
            SiloHost.Build(
                ["--urls", "http://127.0.0.1:0", .. settings],
                services =>
                {
                    services.AsOneOfMany().AddSingleton<ILoggerProvider>(log);
                    configure(services);
                }),
            log);
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
        _client?.Dispose();
        await Stop();
        await _app.DisposeAsync();
    }
}
