using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.Silo.Hosting;

namespace Marketplace.EndToEnd.Examples;

/// <summary>Asks the silo whether it would start with some settings.</summary>
internal static class SiloCheck
{
    // What the driver passes on for the servers that it launches itself.
    private static readonly (string Name, string Value)[] Launched =
    [
        ("Postgres", "Host=localhost"), ("RedisPrimary", "localhost:6379"), ("RedisSecondary", "localhost:6380"),
    ];

    /// <summary>Checks a command line of the silo.</summary>
    /// <returns>The sentence with which it would end; null if it would start.</returns>
    public static async Task<string?> Problem(params string[] arguments)
    {
        using var errors = new StringWriter();
        var exitCode = await SiloHost.Run(["--check-settings", .. arguments], TextWriter.Null, errors);
        return exitCode == 0 ? null : errors.ToString().Trim();
    }

    /// <summary>Checks the settings with which a scenario launches a silo.</summary>
    public static async Task<string?> Problem(Scenario scenario)
    {
        if (scenario.Target.Launch is not { } launch)
            return null;

        var given = SettingsNode.Flatten(launch, "").ToDictionary(StringComparer.OrdinalIgnoreCase);
        if (scenario.Servers == "launch")
        {
            foreach (var (name, value) in Launched)
                given.TryAdd(name, value);
        }

        return await Problem([.. given.Select(static setting => $"--Marketplace:{setting.Key}={setting.Value}")]);
    }

    /// <summary>Checks all points of a sweep.</summary>
    public static async Task<string?> Problem(Sweep sweep)
    {
        var scenarios = sweep.Points.Select(static point => point.Scenario).DistinctBy(static scenario => scenario.Target.Launch?.ToJsonString());
        foreach (var scenario in scenarios)
        {
            if (await Problem(scenario) is { } problem)
                return problem;
        }

        return null;
    }
}
