using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Checks;

/// <summary>placement: what the silos gave to each service (spec 4.6).</summary>
/// <param name="isPerServiceAsked">True if the settings of the target ask for resources of each service's own.</param>
/// <param name="isDatabaseAsked">True if the settings of the target have it keep its states in a database.</param>
internal sealed class Placement(bool isPerServiceAsked, bool isDatabaseAsked) : Check, IRunCheck
{
    private const string PerService = "per-service";
    private const string Shared = "shared";
    private const string Restarted = " A silo started after the load had begun: what was activated before is not known.";

    private static readonly string[] Services = ["cart", "product", "stock", "order", "payment", "shipment", "customer", "seller"];

    /// <summary>The services that a checkout which commits can't do without.</summary>
    private static readonly string[] OfCheckout = ["cart", "stock", "order", "payment", "shipment", "customer", "seller"];

    private readonly HashSet<string> _silos = [];
    private bool _isRestarted;
    private int _gone;
    private bool _isSharing;
    private string? _databaseNote;

    public override string Id => "placement";
    public override string Criterion => "Placement";
    public override CheckScope Scope => CheckScope.Service;

    public override string Statement =>
        "Each service was active only on silos that declare it. If states are in a database, each service has one schema, which no "
        + "other service has. Level per-service: on each silo the service had a scheduler or the silo for itself and, if there are "
        + "several database roles, one of its own.";

    public override string Level => Findings.Violations > 0 ? Violated : _isSharing || Findings.Examined == 0 ? Shared : PerService;

    public override string? Note => _silos.Count > 0
        ? $"Examined are activations, on {Count(_silos.Count, "silo")}.{_databaseNote}{(_isRestarted ? Restarted : "")}{Gone}"
        : null;

    private string Gone => _gone == 0 ? "" : $" {Count(_gone, "silo")} left the cluster: what was activated there is not known.";

    public void Examine(RunFacts run)
    {
        if (run.Placement is not { } records)
        {
            Hide("the target does not tell its placement");
            return;
        }

        foreach (var record in records)
        {
            _silos.Add(record.Silo);
            Findings.Examine(record.Activations);
            ExamineSilo(record);
        }

        // A silo that started after the load had begun does not know what the one before it activated.
        _isRestarted = records.Any(record => record.Since > run.Began);
        _gone = records.Select(static record => record.SilosGone).DefaultIfEmpty().Max();
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
            else if (hasCheckouts && !_isRestarted && _gone == 0 && OfCheckout.Contains(service) && own.TrueForAll(record => record.Activations == 0))
                Findings.Violate($"checkouts were committed, but no silo made an activation of {service}");
        }
    }

    private void ExamineSchemas(IReadOnlyList<PlacementExport> records)
    {
        var used = records.Where(record => record.Schema is not null).ToList();
        if (isDatabaseAsked || used.Count > 0)
        {
            foreach (var record in records.Where(record => record.Schema is null))
                Findings.Violate($"silo {record.Silo} names no schema of {record.Service}, though states are kept in a database");
        }

        var schemas = used.Select(record => (record.Service, Schema: $"{record.Database}.{record.Schema}".TrimStart('.'))).Distinct().ToList();
        foreach (var service in schemas.GroupBy(pair => pair.Service).Where(group => group.Count() > 1))
            Findings.Violate($"{service.Key} has several schemas: {string.Join(", ", service.Select(pair => pair.Schema).Order())}");
        foreach (var schema in schemas.GroupBy(pair => pair.Schema).Where(group => group.Count() > 1))
            Findings.Violate($"schema {schema.Key} is that of {string.Join(", ", schema.Select(pair => pair.Service).Order())}");
        if (used.Count > 0)
        {
            var databases = used.Select(record => record.Database).Distinct().Count();
            _databaseNote = $" The schemas are {schemas.Select(pair => pair.Schema).Distinct().Count()}, in {Count(databases, "database")}; ";
        }
    }

    /// <summary>One role for all is no claim of anything, and the note says so; where there are several, each service is to have its own.</summary>
    private void ExamineRoles(IReadOnlyList<PlacementExport> records)
    {
        var roles = records.Where(record => record.DatabaseRole is not null).Select(record => (record.Service, record.DatabaseRole))
            .Distinct().GroupBy(pair => pair.DatabaseRole!).ToList();
        if (roles is [var only])
        {
            _databaseNote += $"all services use the role {only.Key}.";
            return;
        }

        if (_databaseNote is not null)
            _databaseNote += $"the roles are {roles.Count}.";
        foreach (var role in roles.Where(role => role.Count() > 1))
            Share($"database role {role.Key} is that of {string.Join(", ", role.Select(pair => pair.Service).Order())}");
    }

    private static string Count(int number, string thing) => number == 1 ? $"1 {thing}" : $"{number} {thing}s";

    /// <summary>Services share something: a violation where each was to have its own.</summary>
    private void Share(string what)
    {
        _isSharing = true;
        if (isPerServiceAsked)
            Findings.Violate(what);
    }
}
