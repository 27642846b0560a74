using Marketplace.Contracts.Audit;
using Marketplace.Driver.Audit.Facts;
using Marketplace.Driver.History;

namespace Marketplace.Driver.Audit.Checks;

/// <summary>placement: what the silos gave to each service (spec 4.6).</summary>
/// <param name="isPerServiceAsked">True if the settings of the target ask for resources of each service's own.</param>
internal sealed class Placement(bool isPerServiceAsked) : Check, IRunCheck
{
    private const string PerService = "per-service";
    private const string Shared = "shared";

    private static readonly string[] Services = ["cart", "product", "stock", "order", "payment", "shipment", "customer", "seller"];

    /// <summary>The services that a checkout which commits can't do without.</summary>
    private static readonly string[] OfCheckout = ["cart", "stock", "order", "payment", "shipment", "customer", "seller"];

    private readonly HashSet<string> _silos = [];
    private bool _isHidden;
    private bool _isSharing;

    /// <inheritdoc/>
    public override string Id => "placement";

    /// <inheritdoc/>
    public override string Criterion => "Placement";

    /// <inheritdoc/>
    public override CheckScope Scope => CheckScope.Service;

    /// <inheritdoc/>
    public override string Statement =>
        "Each service was active on those silos only that declare it, and has one database schema, which is no other's; level per-service: "
        + "on each silo it had a scheduler or the silo for itself, and a database role of its own.";

    /// <inheritdoc/>
    public override bool IsHidden => _isHidden;

    /// <inheritdoc/>
    public override string Level => Findings.Violations > 0 ? Violated : _isSharing || Findings.Examined == 0 ? Shared : PerService;

    /// <inheritdoc/>
    public override string? Note => _silos.Count > 0 ? $"Examined are activations, on {_silos.Count} silos." : null;

    /// <inheritdoc/>
    public void Examine(RunFacts run)
    {
        if (run.Placement is not { } records)
        {
            _isHidden = true;
            return;
        }

        foreach (var record in records)
        {
            _silos.Add(record.Silo);
            Findings.Examine(record.Activations);
            ExamineSilo(record);
        }

        ExamineServices(records, run.Operations.GetValueOrDefault((OperationKind.Checkout, OutcomeClass.Committed)) > 0);
        ExamineSchemas(records);
        ExamineRoles(records);
    }

    private void ExamineSilo(PlacementExport record)
    {
        if (record.Activations == 0)
            return;
        if (!record.Services.IsEmpty && !record.Services.Contains(record.Service))
        {
            Findings.Violate($"silo {record.Silo} made {record.Activations} activations of {record.Service}, but declares "
                + $"{string.Join(", ", record.Services)}");
        }

        var isAlone = record.Services is [var only] && only == record.Service;
        if (!isAlone && record.Scheduler != record.Service)
            Share($"{record.Service} ran on the scheduler {record.Scheduler} of silo {record.Silo}");
    }

    private void ExamineServices(IReadOnlyList<PlacementExport> records, bool hasCheckouts)
    {
        foreach (var unknown in records.Select(record => record.Service).Distinct().Except(Services))
            Findings.Violate($"the export names a service {unknown}, which there is not");
        foreach (var service in Services)
        {
            var own = records.Where(record => record.Service == service).ToList();
            if (own.Count == 0)
                Findings.Violate($"no silo says anything of {service}");
            else if (hasCheckouts && OfCheckout.Contains(service) && own.TrueForAll(record => record.Activations == 0))
                Findings.Violate($"checkouts were committed, but no silo made an activation of {service}");
        }
    }

    private void ExamineSchemas(IReadOnlyList<PlacementExport> records)
    {
        var schemas = records.Where(record => record.Schema is not null).Select(record => (record.Service, record.Schema)).Distinct().ToList();
        foreach (var service in schemas.GroupBy(pair => pair.Service).Where(group => group.Count() > 1))
            Findings.Violate($"{service.Key} has several schemas: {string.Join(", ", service.Select(pair => pair.Schema).Order())}");
        foreach (var schema in schemas.GroupBy(pair => pair.Schema).Where(group => group.Count() > 1))
            Findings.Violate($"schema {schema.Key} is that of {string.Join(", ", schema.Select(pair => pair.Service).Order())}");
    }

    private void ExamineRoles(IReadOnlyList<PlacementExport> records)
    {
        var roles = records.Where(record => record.DatabaseRole is not null).Select(record => (record.Service, record.DatabaseRole)).Distinct();
        foreach (var role in roles.GroupBy(pair => pair.DatabaseRole).Where(group => group.Count() > 1))
            Share($"database role {role.Key} is that of {string.Join(", ", role.Select(pair => pair.Service).Order())}");
    }

    /// <summary>Services share something: a violation where each was to have its own.</summary>
    private void Share(string what)
    {
        _isSharing = true;
        if (isPerServiceAsked)
            Findings.Violate(what);
    }
}
