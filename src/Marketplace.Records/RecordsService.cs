using System.Diagnostics;
using System.Globalization;
using System.Text;
using Marketplace.Records.Stores;

namespace Marketplace.Records;

/// <summary>The record service: reads and writes of records over HTTP. It takes requests once its store is open.</summary>
internal sealed class RecordsService
{
    private static readonly TimeSpan ThreadsPeriod = TimeSpan.FromMilliseconds(100);

    private readonly WebApplication _app;
    private readonly IRecordStore _store;
    private readonly TimeProvider _time;
    private long _requests;
    private int _threadsPeak;

    private RecordsService(WebApplication app, IRecordStore store, TimeProvider time) => (_app, _store, _time) = (app, store, time);

    /// <summary>Its addresses, once it runs.</summary>
    public IEnumerable<string> Urls => _app.Urls;

    /// <summary>Composes a service.</summary>
    /// <param name="arguments">Settings, such as `--urls` and `--Records:Pool=5`.</param>
    /// <exception cref="RecordsSettingException">A setting is wrong.</exception>
    public static RecordsService Create(string[] arguments, TimeProvider time)
    {
        var builder = WebApplication.CreateSlimBuilder(arguments);
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        var section = builder.Configuration.GetSection(RecordsSettings.Section);
        var settings = RecordsSettings.Parse(section.GetChildren().Select(setting => KeyValuePair.Create(setting.Key, setting.Value)));
        builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, RecordsJson.Default));
        var app = builder.Build();
        var service = new RecordsService(app, RecordStores.Create(settings, time), time);
        app.Use(service.Guard);
        new RecordRoutes(service._store).Map(app);
        service.MapAdministration();
        return service;
    }

    /// <summary>Opens the store, and starts to take requests.</summary>
    public async Task Start()
    {
        await _store.Open();
        await _app.StartAsync();
    }

    /// <summary>Stops it.</summary>
    public async Task Stop()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
        await _store.DisposeAsync();
    }

    /// <summary>Runs it until it is told to stop.</summary>
    public async Task Run()
    {
        await Start();
        await Console.Out.WriteLineAsync($"ready: {_store.Server}");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(_app.Lifetime.ApplicationStopping);
        await WatchThreads(stop.Token);
        await Stop();
    }

    private async Task WatchThreads(CancellationToken stop)
    {
        using var timer = new PeriodicTimer(ThreadsPeriod, _time);
        await using var stopping = stop.Register(timer.Dispose);
        while (await timer.WaitForNextTickAsync(CancellationToken.None))
            _threadsPeak = Math.Max(_threadsPeak, Threads());
    }

    private async Task Guard(HttpContext context, RequestDelegate next)
    {
        Interlocked.Increment(ref _requests);
        try
        {
            await next(context);
        }
        catch (PoolExhaustedException) when (!context.Response.HasStarted)
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        }
    }

    private void MapAdministration()
    {
        _app.MapGet("/healthz/ready", static () => Results.Ok());
        _app.MapGet("/metrics", Metrics);
        _app.MapGet("/admin/count", async () => Results.Text((await _store.Count()).ToString(CultureInfo.InvariantCulture)));
        _app.MapPost("/admin/close", _store.Close);
        _app.MapPost("/admin/open", _store.Open);
        _app.MapPost("/admin/reset", async () =>
        {
            await _store.Reset();
            _store.Pool.Forget();
            _threadsPeak = Threads();
        });
    }

    private IResult Metrics()
    {
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"records_database_info{{name=\"{_store.Server}\"}} 1");
        text.AppendLine(CultureInfo.InvariantCulture, $"records_requests_total {Volatile.Read(ref _requests)}");
        foreach (var line in _store.Pool.Lines())
            text.AppendLine(line);
        text.AppendLine(CultureInfo.InvariantCulture, $"records_threads {Threads()}");
        text.AppendLine(CultureInfo.InvariantCulture, $"records_threads_peak {Math.Max(_threadsPeak, Threads())}");
        return Results.Text(text.ToString());
    }

    private static int Threads()
    {
        using var process = Process.GetCurrentProcess();
        return process.Threads.Count;
    }
}
