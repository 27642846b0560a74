using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.Claims;
using Marketplace.Audit.History;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Audit;

/// <summary>The audit of a run whose target shows its facts over HTTP.</summary>
internal sealed class HttpAudit : IAudit
{
    /// <summary>An export that is silent for so long is stuck: a full collection or a slow disk stalls it for seconds at most.</summary>
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(60);

    /// <summary>A silo that is short of something for a moment is asked again after this.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    public async Task<AuditResult> Run(AuditRequest request, IProgress<string> progress, CancellationToken cancellationToken)
    {
        var claims = ScenarioClaims.Of(request.Scenario);
        using var metrics = new SiloMetrics(request.Targets);
        var run = new AuditedRun(
            new AuditHistory(request.History.Run, request.History.Clock, request.History.Read) { ReadSessions = request.History.ReadSessions },
            request.Counts,
            request.Driver,
            Mix(request.Scenario.Workload.Mix),
            claims)
        {
            RequiredChecks = request.Scenario.Audit.Require,
            Refusals = claims.Guarantee == Guarantee.DriverOnly ? null : await metrics.ReadRefusals(),
        };
        var audit = new MarketplaceAudit(run);
        if (claims.Guarantee == Guarantee.DriverOnly)
            return await audit.Run(null, progress, cancellationToken);

        using var client = FailoverHandler.Create(request.Targets, TimeProvider.System, Timeout.InfiniteTimeSpan).Client;
        var kept = request.FactsFolder is { } folder ? new KeptFacts(folder) : null;
        var facts = new HttpFacts(client, TimeProvider.System, Stall, Pause, kept);
        return await audit.Run(await facts.AreShown(cancellationToken) ? facts : null, progress, cancellationToken);
    }

    private static ImmutableDictionary<OperationKind, double> Mix(MixSettings mix) => ImmutableDictionary.CreateRange(
    [
        KeyValuePair.Create(OperationKind.Checkout, mix.Checkout),
        KeyValuePair.Create(OperationKind.PriceUpdate, mix.PriceUpdate),
        KeyValuePair.Create(OperationKind.ProductDelete, mix.ProductDelete),
        KeyValuePair.Create(OperationKind.UpdateDelivery, mix.UpdateDelivery),
        KeyValuePair.Create(OperationKind.Dashboard, mix.Dashboard),
    ]);
}
