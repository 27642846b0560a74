using Marketplace.Driver.Audit.Claims;
using Marketplace.Driver.Audit.Exports;
using Marketplace.Driver.Audit.Facts;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Audit;

/// <summary>The audit of a run against the exports of its target, over HTTP.</summary>
internal sealed class MarketplaceAudit : IAudit
{
    /// <summary>An export that is silent for so long is stuck: a full collection or a slow disk stalls it for seconds at most.</summary>
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(60);

    /// <summary>A silo that is short of something for a moment is asked again after this.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    public async Task<AuditResult> RunAsync(AuditRequest request, IProgress<string> progress, CancellationToken cancellationToken)
    {
        var guarantee = ClaimTable.Of(request.Scenario.Target);
        var history = new AuditHistory(request.History.Run, request.History.Clock, request.History.Read);
        using var metrics = new SiloMetrics(request.Targets);
        var run = new RunFacts(request.Counts, request.Driver, request.Scenario.Workload.Mix)
        {
            Began = history.Clock.Utc.UtcDateTime,
            AreExportsAsked = guarantee != Guarantee.DriverOnly && request.Scenario.Target.Launch is not null,
            RequiredChecks = request.Scenario.Audit.Require,
            IsStrictAsked = guarantee == Guarantee.AllServices,
            IsRecordingAsked = ClaimTable.IsRecordingAsked(request.Scenario.Target),
            IsPerServiceAsked = ClaimTable.IsPerServiceAsked(request.Scenario.Target),
            IsLogAsked = ClaimTable.IsLogAsked(request.Scenario.Target),
            Delivery = ClaimTable.DeliveryOf(request.Scenario.Target),
            IsUnorderedAsked = ClaimTable.IsUnorderedAsked(request.Scenario.Target),
            IsDatabaseAsked = ClaimTable.IsDatabaseAsked(request.Scenario.Target),
            AreProductsFollowed = ClaimTable.AreProductsFollowed(request.Scenario.Target),
            Replication = ClaimTable.ReplicationOf(request.Scenario.Target),
            DeclineRate = ClaimTable.DeclineRateOf(request.Scenario),
            Attempts = ClaimTable.AttemptsOf(request.Scenario),
            Refusals = guarantee == Guarantee.DriverOnly ? null : await metrics.ReadRefusalsAsync(),
        };
        var engine = new AuditEngine(history, run, guarantee);
        if (guarantee == Guarantee.DriverOnly)
            return await engine.RunAsync(null, progress, cancellationToken);

        using var client = FailoverHandler.Create(request.Targets, TimeProvider.System, Timeout.InfiniteTimeSpan).Client;
        var exports = new HttpExports(client, TimeProvider.System, Stall, Pause);
        return await engine.RunAsync(await exports.ExistAsync(cancellationToken) ? exports : null, progress, cancellationToken);
    }
}
