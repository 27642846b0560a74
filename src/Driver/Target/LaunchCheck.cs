using System.Diagnostics;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target.Servers;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Target;

/// <summary>Has the settings of launched targets judged, before the first of many runs: by the silo, and by the record service's own rules.</summary>
internal static class LaunchCheck
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>Asks the silo's program about the settings of each scenario that launches one; it starts nothing.</summary>
    /// <param name="scenarios">The scenarios; settings that several share are asked about once.</param>
    /// <exception cref="ScenarioException">The target would not start with the settings of one of them.</exception>
    /// <exception cref="TargetException">There is no silo, or it does not answer.</exception>
    public static async Task Run(IEnumerable<Scenario> scenarios, CancellationToken cancellationToken)
    {
        var asked = new HashSet<string>(StringComparer.Ordinal);
        foreach (var scenario in scenarios)
        {
            if (scenario.Target.Records is { } records) Check(scenario, new LaunchedRecords(records));
            if (scenario.Target.Launch is null) continue;
            var settings = LaunchSettings.ForSilo(scenario, Servers(scenario)).OrderBy(setting => setting.Key, StringComparer.Ordinal).ToList();
            var program = SiloLocator.Find(AppContext.BaseDirectory, scenario.Target.Silo);
            if (!asked.Add(string.Join('\n', settings) + program)) continue;
            if (await Ask(program, settings, cancellationToken) is { } problem)
                throw new ScenarioException(scenario.Name, "$.target.launch", problem.TrimEnd('.'));
        }
    }

    private static void Check(Scenario scenario, LaunchedRecords records)
    {
        try
        {
            _ = RecordsSettings.Parse(records.ForCheck(isLaunched: scenario.Servers == "launch"));
        }
        catch (RecordsSettingException error)
        {
            throw new ScenarioException(scenario.Name, "$.target.records", error.Message.TrimEnd('.'));
        }
    }

    // Where the driver starts the servers their addresses are not known yet: any will do, as nothing connects to them.
    private static IEnumerable<KeyValuePair<string, string>> Servers(Scenario scenario) => scenario.Servers == "launch"
        ? ServerNeeds.Of(new LaunchSettings(scenario.Target.Launch!)).Placeholders()
        : [];

    /// <returns>What the silo says against the settings; null if nothing.</returns>
    private static async Task<string?> Ask(
        string program,
        IEnumerable<KeyValuePair<string, string>> settings,
        CancellationToken cancellationToken)
    {
        using var process = new Process { StartInfo = SiloProcess.Question(program, "--check-settings", settings) };
        try
        {
            process.Start();
        }
        catch (System.ComponentModel.Win32Exception error)
        {
            throw new TargetException($"The silo can't be started: {error.Message}", error);
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            var words = await process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            return process.ExitCode == 0 ? null : words.Trim();
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            cancellationToken.ThrowIfCancellationRequested();
            throw new TargetException($"{program} did not judge its settings within {Patience.TotalSeconds:0} s.");
        }
    }
}
