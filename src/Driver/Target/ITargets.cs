using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target;

/// <summary>Where runs get their targets.</summary>
internal interface ITargets
{
    /// <summary>Gets the target of a run, ready.</summary>
    /// <param name="logPath">Where the output of a silo goes that is started for it.</param>
    /// <returns>The target; disposing of it ends what the run has of it.</returns>
    /// <exception cref="TargetException">It could not be started or reached.</exception>
    Task<TargetOfRun> Take(Scenario scenario, string logPath, CancellationToken cancellationToken);
}

/// <summary>A target for one run.</summary>
/// <param name="isKept">True if others go on with it.</param>
internal sealed class TargetOfRun(RunningTarget target, bool isKept) : IAsyncDisposable
{
    public RunningTarget Target => target;

    public ValueTask DisposeAsync() => isKept ? ValueTask.CompletedTask : target.DisposeAsync();
}

/// <summary>Each run has a silo of its own, if its scenario launches one.</summary>
internal sealed class NewTargets(TimeProvider time, ISiloLauncher launcher) : ITargets
{
    public async Task<TargetOfRun> Take(Scenario scenario, string logPath, CancellationToken cancellationToken) =>
        new(await RunningTarget.Start(scenario, logPath, time, launcher, cancellationToken), isKept: false);
}

/// <summary>
/// Runs whose silos have the same settings share one, which was compiled and warmed by those before; the silos of other settings wait
/// beside it. Each run begins by emptying it.
/// </summary>
/// <param name="most">So many are kept; then the one that was used longest ago is stopped.</param>
internal sealed class KeptTargets(ITargets targets, int most) : ITargets, IAsyncDisposable
{
    // The one used last is at the end.
    private readonly List<(string Key, TargetOfRun Kept)> _kept = [];

    /// <summary>Whether there is one.</summary>
    /// <param name="key">What it is made of: see <see cref="Key"/>.</param>
    public bool Has(string key) => _kept.Exists(kept => kept.Key == key && IsAlive(kept.Kept));

    public async Task<TargetOfRun> Take(Scenario scenario, string logPath, CancellationToken cancellationToken)
    {
        var key = Key(scenario);
        var known = _kept.FindIndex(kept => kept.Key == key);
        if (known >= 0)
        {
            var kept = _kept[known].Kept;
            _kept.RemoveAt(known);
            if (IsAlive(kept))
            {
                _kept.Add((key, kept));
                return new TargetOfRun(kept.Target, isKept: true);
            }

            await kept.DisposeAsync();
        }

        while (_kept.Count >= most)
        {
            var oldest = _kept[0].Kept;
            _kept.RemoveAt(0);
            await oldest.DisposeAsync();
        }

        var started = await targets.Take(scenario, logPath, cancellationToken);
        _kept.Add((key, started));
        return new TargetOfRun(started.Target, isKept: true);
    }

    /// <summary>Stops them.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var (_, kept) in _kept)
            await kept.DisposeAsync();
        _kept.Clear();
    }

    private static bool IsAlive(TargetOfRun kept) => !kept.Target.Died.IsCancellationRequested;

    /// <summary>All that the target of a scenario is made of.</summary>
    public static string Key(Scenario scenario)
    {
        var target = scenario.Target;
        if (target.Launch is null && target.Store() is null) return $"{target.Reference} {target.LatencyMs} {string.Join(' ', target.Urls ?? [])}";
        var settings = target.Records is { } records ? SettingsNode.Flatten(records, "Records:")
            : target.Database is { } database ? DatabaseSettings.OfServer(database)
            : LaunchSettings.ForSilo(scenario, []);
        return string.Join('\n', settings.Select(setting => $"{setting.Key}={setting.Value}").Order(StringComparer.Ordinal)
            .Append(scenario.Servers).Append(target.Silo).Append($"{target.Cores}").Append($"{target.Instances}"));
    }
}
