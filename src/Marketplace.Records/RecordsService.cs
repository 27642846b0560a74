using System.Diagnostics;
using System.Globalization;
using System.Text;
using Marketplace.Records.Stores;

namespace Marketplace.Records;

/// <summary>The record service: reads and writes of records over HTTP. It takes requests once its store is open.</summary>
internal sealed class RecordsService
{
    private const string StatusFile = "/proc/self/status";
    private const string ThreadsLine = "Threads:";
    private static readonly TimeSpan ThreadsPeriod = TimeSpan.FromMilliseconds(100);

    private readonly WebApplication _app;
    private readonly IRecordStore _store;
    private readonly Handlers _handlers;
    private readonly TimeProvider _time;
    private long _requests;
    private int _threadsPeak;

    private RecordsService(WebApplication app, IRecordStore store, Handlers handlers, TimeProvider time) =>
        (_app, _store, _handlers, _time) = (app, store, handlers, time);

    /// <summary>Its addresses, once it runs.</summary>
    public IEnumerable<string> Urls => _app.Urls;

    /// <summary>Composes a service.</summary>
    /// <param name="arguments">Settings, such as `--urls` and `--Records:Pool=5`.</param>
    /// <exception cref="RecordsSettingException">A setting is wrong.</exception>
    public static RecordsService Create(string[] arguments, TimeProvider time) =>
        Create(arguments, time, settings => RecordStores.Create(settings, time));

    /// <summary>Composes a service.</summary>
    /// <param name="arguments">Settings, such as `--urls` and `--Records:Pool=5`.</param>
    /// <param name="open">Makes the store; it is not open yet.</param>
    /// <exception cref="RecordsSettingException">A setting is wrong.</exception>
    public static RecordsService Create(string[] arguments, TimeProvider time, Func<RecordsSettings, IRecordStore> open)
    {
        var builder = WebApplication.CreateSlimBuilder(arguments);
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        var section = builder.Configuration.GetSection(RecordsSettings.Section);
        var settings = RecordsSettings.Parse(section.GetChildren().Select(setting => KeyValuePair.Create(setting.Key, setting.Value)));
        builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, RecordsJson.Default));
        var app = builder.Build();
        var store = open(settings);
        var service = new RecordsService(app, store, Handlers.Of(settings, store), time);
        app.Use(service.Guard);
        new RecordRoutes(store, service._handlers).Map(app);
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
        _handlers.Dispose();
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
        text.AppendLine(CultureInfo.InvariantCulture, $"records_requests_waiting {_handlers.Waiting}");
        foreach (var line in _store.Pool.Lines())
            text.AppendLine(line);
        text.AppendLine(CultureInfo.InvariantCulture, $"records_threads {Threads()}");
        text.AppendLine(CultureInfo.InvariantCulture, $"records_threads_peak {Math.Max(_threadsPeak, Threads())}");
        return Results.Text(text.ToString());
    }

    // Linux tells the number in one line; what Process counts it reads one by one, which with many threads is no small work.
    private static int Threads()
    {
        if (File.Exists(StatusFile) && File.ReadLines(StatusFile).FirstOrDefault(IsOfThreads) is { } line)
            return int.Parse(line.AsSpan(ThreadsLine.Length), NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture);
        using var process = Process.GetCurrentProcess();
        return process.Threads.Count;

        static bool IsOfThreads(string line) => line.StartsWith(ThreadsLine, StringComparison.Ordinal);
    }
}
