using Marketplace.Audit.Claims;

namespace Marketplace.Driver.Scenarios;

/// <summary>What the target of a scenario claims.</summary>
internal static class ScenarioClaims
{
    /// <summary>Reads them.</summary>
    /// <param name="scenario">The scenario as it was resolved.</param>
    public static TargetClaims Of(Scenario scenario)
    {
        if (scenario.Target.Reference is not null)
            return TargetClaims.Stateless;
        if (scenario.Target.Launch is not { } launch)
            return TargetClaims.Unknown;

        // The workload too sets something at a silo that is launched: the payments that are declined.
        var given = LaunchSettings.ForSilo(scenario, []).ToList();
        var resolved = new LaunchSettings(launch);
        return TargetClaims.OfSilo(name => given
            .LastOrDefault(setting => setting.Key.Equals($"Marketplace:{name}", StringComparison.OrdinalIgnoreCase)).Value ?? resolved[name]);
    }
}
