using System.Collections.Immutable;
using System.Globalization;
using System.Net.Sockets;
using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target.Servers;

namespace Marketplace.Driver.Target;

/// <summary>The target of a run: launched here, already running elsewhere, or the reference inside the driver.</summary>
internal sealed class RunningTarget : IAsyncDisposable
{
    private const double BytesPerMiB = 1 << 20;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan ReachLimit = TimeSpan.FromSeconds(10);
    private static readonly Uri Nowhere = new("http://127.0.0.1:9");

    private readonly ImmutableArray<ILaunchedSilo> _silos;
    private readonly LaunchedServers? _servers;
    private readonly CancellationTokenSource _died;

    private RunningTarget(
        ImmutableArray<ILaunchedSilo> silos,
        LaunchedServers? servers,
        Uri[] urls,
        TargetClient? client,
        CancellationTokenSource died)
    {
        _silos = silos;
        _servers = servers;
        _died = died;
        Urls = urls;
        Client = client;
    }

    /// <summary>Base addresses; one that leads nowhere for the reference target.</summary>
    public Uri[] Urls { get; }

    /// <summary>Asks one of them; null for the reference target.</summary>
    public TargetClient? Client { get; }

    /// <summary>What the record service is asked besides the load; null for other targets.</summary>
    public RecordsAdministration? Records { get; private init; }

    /// <summary>The database that is measured without a service before it; null for other targets.</summary>
    public MeasuredDatabase? Database { get; private init; }

    /// <summary>True if the driver started it, so that it ends with the run.</summary>
    public bool IsLaunched => !_silos.IsEmpty;

    /// <summary>Cancelled if a launched silo or server ends by itself.</summary>
    public CancellationToken Died => _died.Token;

    private string? Death => _servers?.Death ?? _silos.Select(silo => silo.Death).FirstOrDefault(death => death is not null);

    /// <summary>Starts or finds the target, and waits until it is ready; before a silo the servers that the scenario wants for it.</summary>
    /// <param name="logPath">Where the output of a launched silo goes.</param>
    /// <exception cref="TargetException">It could not be started or reached.</exception>
    /// <exception cref="ServersException">A program of a server is missing.</exception>
    public static async Task<RunningTarget> Start(
        Scenario scenario,
        string logPath,
        TimeProvider time,
        ISiloLauncher launcher,
        CancellationToken cancellationToken)
    {
        var died = new CancellationTokenSource();
        if (scenario.Target.Reference is not null) return new RunningTarget([], null, [Nowhere], null, died);
        if (scenario.Target.Records is { } records)
            return await StartRecords(scenario, new LaunchedRecords(records), logPath, time, launcher, died, cancellationToken);
        if (scenario.Target.Database is not null) return await StartDatabase(scenario, time, died, cancellationToken);
        if (scenario.Target.Launch is null)
        {
            Uri[] urls = [.. scenario.Target.Urls!.Select(url => new Uri(url))];
            return await Ready(new RunningTarget([], null, urls, new TargetClient(urls, time), died), ReachLimit, cancellationToken);
        }

        var servers = await LaunchedServers.Start(scenario, ServerPrograms.OfMachine(), time, died.Cancel, cancellationToken);
        ILaunchedSilo silo;
        try
        {
            silo = await launcher.Start(
                scenario.Target.Silo,
                LaunchSettings.ForSilo(scenario, servers.Settings),
                scenario.Target.Cores is { } cores ? CoreSet.Machine.OfSilo(cores) : null,
                logPath,
                died.Cancel,
                cancellationToken);
        }
        catch
        {
            await servers.DisposeAsync();
            throw;
        }

        var target = new RunningTarget([silo], servers, [silo.Url], new TargetClient([silo.Url], time), died);
        return await Ready(target, StartLimit, cancellationToken);
    }

    private static async Task<RunningTarget> StartRecords(
        Scenario scenario,
        LaunchedRecords records,
        string logPath,
        TimeProvider time,
        ISiloLauncher launcher,
        CancellationTokenSource died,
        CancellationToken cancellationToken)
    {
        var servers = await LaunchedServers.Start(scenario, ServerPrograms.OfMachine(), time, died.Cancel, cancellationToken);
        var services = ImmutableArray.CreateBuilder<ILaunchedSilo>();
        try
        {
            var settings = records.ForService(servers.Postgres, servers.MongoDb).ToList();
            for (var i = 0; i < scenario.Target.Instances; i++)
            {
                var log = i == 0 ? logPath : Path.ChangeExtension(logPath, string.Create(CultureInfo.InvariantCulture, $"{i + 1}.log"));
                services.Add(launcher.StartRecords(CoreSet.Machine.At(records.CoresOf(i, CoreSet.Machine.Count)), settings, log, died.Cancel));
            }
        }
        catch
        {
            foreach (var service in services)
                await service.DisposeAsync();
            await servers.DisposeAsync();
            throw;
        }

        Uri[] urls = [.. services.Select(service => service.Url)];
        var target = new RunningTarget(services.ToImmutable(), servers, urls, new TargetClient(urls, time), died)
        {
            Records = new RecordsAdministration(urls, time),
        };
        return await Ready(target, StartLimit, cancellationToken);
    }

    private static async Task<RunningTarget> StartDatabase(
        Scenario scenario, TimeProvider time, CancellationTokenSource died, CancellationToken cancellationToken)
    {
        var servers = await LaunchedServers.Start(scenario, ServerPrograms.OfMachine(), time, died.Cancel, cancellationToken);
        return new RunningTarget([], servers, [Nowhere], null, died) { Database = new MeasuredDatabase(servers.Postgres, servers.MongoDb, time) };
    }

    /// <summary>Resolves the addresses for the load.</summary>
    public async Task<IReadOnlyList<HttpEndpoint>> Resolve(CancellationToken cancellationToken)
    {
        if (Urls is [var only]) return [await HttpEndpoint.Resolve(only, cancellationToken)];
        var endpoints = Urls.Select(url => new HttpEndpoint(url)).ToList();
        foreach (var endpoint in endpoints)
        {
            try
            {
                await endpoint.Refresh(cancellationToken);
            }
            catch (SocketException)
            {
                // A silo that joins later may have no address yet: it is looked up again while the load runs.
            }
        }

        return endpoints;
    }

    /// <summary>Of several targets, makes sure that one that is ready is asked: the one asked so far may have left during the load.</summary>
    /// <exception cref="TargetException">None is ready.</exception>
    public Task FindReady(CancellationToken cancellationToken) =>
        Urls.Length > 1 ? Client!.WaitReady(ReachLimit, () => null, cancellationToken) : Task.CompletedTask;

    /// <summary>What each launched silo has used; nothing for others.</summary>
    public ImmutableArray<ProcessUsage?> Usage() => [.. _silos.Select(silo => silo.Usage())];

    /// <summary>What the servers that were started for it have used.</summary>
    public ImmutableArray<ServerUsage> ServerUsage() => _servers?.Usage() ?? [];

    /// <summary>What the database server that was started for it has on its disk, in MiB; null if there is none.</summary>
    public async Task<double?> DatabaseDiskMiB() => _servers is null ? null : await _servers.DiskBytes() / BytesPerMiB;

    /// <summary>Throws if a launched silo or server has ended by itself.</summary>
    /// <exception cref="TargetException">It has.</exception>
    public void ThrowIfDead()
    {
        if (Death is { } reason) throw new TargetException(reason);
    }

    /// <summary>Stops a launched silo, then its servers.</summary>
    public async ValueTask DisposeAsync()
    {
        Client?.Dispose();
        Records?.Dispose();
        if (Database is not null) await Database.DisposeAsync();
        await Task.WhenAll(_silos.Select(silo => silo.DisposeAsync().AsTask()));
        if (_servers is not null) await _servers.DisposeAsync();
        _died.Dispose();
    }

    private static async Task<RunningTarget> Ready(RunningTarget target, TimeSpan limit, CancellationToken cancellationToken)
    {
        try
        {
            if (target.Records is { } records) await records.WaitReady(limit, () => target.Death, cancellationToken);
            else await target.Client!.WaitReady(limit, () => target.Death, cancellationToken);
            return target;
        }
        catch
        {
            await target.DisposeAsync();
            throw;
        }
    }
}
