using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class PlacementTests
{
    private readonly World _world = new();

    public PlacementTests() => _world.Checkout(1, World.Item(1, 1));

    private List<PlacementExport> Records => _world.Placement!;

    [Fact]
    public async Task Services_that_share_a_scheduler_are_a_violation_only_where_each_was_to_have_its_own()
    {
        var shared = await _world.Audit();
        _world.IsPerServiceAsked = true;
        var asked = await _world.Audit();

        AuditAssert.Violations(shared);
        Assert.Equal("shared", Level(shared));
        AuditAssert.Violations(asked, ("placement", 8));
        AuditAssert.Witness(asked, "placement", "cart ran on the scheduler shared of silo silo-1");
        Assert.Equal("violated", Level(asked));
        Assert.False(asked.Passed);
    }

    [Fact]
    public async Task A_scheduler_for_each_service_is_the_level_per_service()
    {
        OwnSchedulers();

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal("per-service", Level(result));
    }

    [Fact]
    public async Task A_turn_on_the_scheduler_of_another_service()
    {
        OwnSchedulers();
        Records.Edit(record => record.Service == "stock", record => record with { Scheduler = "cart+stock" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("placement", 1));
        AuditAssert.Witness(result, "placement", "stock ran on the scheduler cart+stock");
    }

    [Fact]
    public async Task A_silo_for_each_service_is_the_level_per_service_and_one_that_hosts_what_it_does_not_declare_is_found()
    {
        _world.IsPerServiceAsked = true;
        _world.Placement = [.. World.ServiceNames.SelectMany(host => World.ServiceNames.Select(service =>
            new PlacementExport($"silo-{host}", [host], service, host == service ? 3 : 0, "shared", null, null)))];
        var right = await _world.Audit();
        Records.Edit(record => (record.Silo, record.Service) == ("silo-cart", "order"), record => record with { Activations = 2 });
        var wrong = await _world.Audit(Guarantee.Required);

        AuditAssert.Violations(right);
        Assert.Equal("per-service", Level(right));
        Assert.Equal("Examined are activations, on 8 silos.", Note(right));
        AuditAssert.Violations(wrong, ("placement", 2));
        AuditAssert.Witness(wrong, "placement", "silo silo-cart made 2 activations of order, but declares cart");
        Assert.False(wrong.Passed);
    }

    [Fact]
    public async Task What_a_silo_activated_that_is_gone_nobody_knows()
    {
        Records.Edit(record => record.Service == "payment", record => record with { Activations = 0 });
        var none = await _world.Audit();
        _world.Placement = [.. Records.Select(static record => record with { SilosGone = 2 })];
        var gone = await _world.Audit();

        AuditAssert.Violations(none, ("placement", 1));
        AuditAssert.Witness(none, "placement", "checkouts were committed, but no silo made an activation of payment");
        AuditAssert.Violations(gone);
        Assert.Equal("Examined are activations, on 1 silo. 2 silos left the cluster: what was activated there is not known.", Note(gone));
    }

    [Fact]
    public async Task A_schema_of_two_services_and_a_service_with_two_schemas()
    {
        OwnSchemas(_ => "all");
        var right = await _world.Audit();
        Records.Edit(record => record.Service == "order", record => record with { Schema = "payment" });
        Records.Add(new PlacementExport("silo-2", [], "cart", 1, "shared", "all", "cart2", "shop"));

        var wrong = await _world.Audit();

        AuditAssert.Violations(right);
        AuditAssert.Violations(wrong, ("placement", 2));
        AuditAssert.Witness(wrong, "placement", "schema shop.payment is that of order, payment");
        AuditAssert.Witness(wrong, "placement", "cart has several schemas: shop.cart, shop.cart2");
        Assert.False(wrong.Passed);
    }

    [Fact]
    public async Task Schemas_of_one_name_in_two_databases_are_two_and_a_service_can_not_have_both()
    {
        OwnSchemas(_ => "all");
        Records.Edit(record => record.Service == "order", record => record with { Schema = "payment", Database = "orders" });
        var right = await _world.Audit();
        Records.Add(new PlacementExport("silo-2", [], "cart", 1, "shared", "all", "cart", "elsewhere"));

        var wrong = await _world.Audit();

        AuditAssert.Violations(right);
        AuditAssert.Violations(wrong, ("placement", 1));
        AuditAssert.Witness(wrong, "placement", "cart has several schemas: elsewhere.cart, shop.cart");
    }

    [Fact]
    public async Task A_service_without_a_schema_where_states_are_in_a_database()
    {
        _world.IsDatabaseAsked = true;
        var silent = await _world.Audit();
        OwnSchemas(_ => "all");
        var right = await _world.Audit();
        _world.IsDatabaseAsked = false;
        Records.Edit(record => record.Service == "seller", record => record with { Schema = null });

        var wrong = await _world.Audit();

        AuditAssert.Violations(silent, ("placement", 8));
        AuditAssert.Violations(right);
        AuditAssert.Violations(wrong, ("placement", 1));
        AuditAssert.Witness(wrong, "placement", "silo silo-1 names no schema of seller, though states are kept in a database");
    }

    [Fact]
    public async Task One_database_role_for_all_services_is_told_and_not_held_against_the_level()
    {
        OwnSchedulers();
        OwnSchemas(_ => "all");

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal("per-service", Level(result));
        Assert.Equal(
            "Examined are activations, on 1 silo. The schemas are 8, in 1 database; all services use the role all.", Note(result));
    }

    [Fact]
    public async Task A_database_role_of_two_services_where_each_was_to_have_its_own()
    {
        OwnSchedulers();
        OwnSchemas(service => $"role-{service}");
        var right = await _world.Audit();
        Records.Edit(record => record.Service == "order", record => record with { DatabaseRole = "role-payment" });

        var wrong = await _world.Audit();

        AuditAssert.Violations(right);
        AuditAssert.Violations(wrong, ("placement", 1));
        AuditAssert.Witness(wrong, "placement", "database role role-payment is that of order, payment");
        Assert.Equal("Examined are activations, on 1 silo. The schemas are 8, in 1 database; the roles are 8.", Note(right));
    }

    [Fact]
    public async Task A_service_that_nobody_tells_of_or_that_claims_to_have_done_nothing_or_that_there_is_not()
    {
        Records.Lose(record => record.Service == "product");
        Records.Edit(record => record.Service == "payment", record => record with { Activations = 0 });
        Records.Add(new PlacementExport("silo-1", [], "billing", 1, "shared", null, null));

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("placement", 3));
        AuditAssert.Witness(result, "placement", "no silo says anything of product");
        AuditAssert.Witness(result, "placement", "no silo made an activation of payment");
        AuditAssert.Witness(result, "placement", "a service billing, which there is not");
    }

    [Fact]
    public async Task A_silo_that_was_started_again_does_not_know_what_was_activated_before()
    {
        var began = World.Clock.Utc.UtcDateTime;
        CountSince(began.AddMinutes(-1));
        Records.Edit(record => record.Service == "payment", record => record with { Activations = 0 });
        var same = await _world.Audit();
        CountSince(began.AddMinutes(1));

        var restarted = await _world.Audit();

        AuditAssert.Violations(same, ("placement", 1));
        AuditAssert.Violations(restarted);
        Assert.EndsWith("A silo started after the load had begun: what was activated before is not known.", Note(restarted));
    }

    [Fact]
    public async Task A_target_that_does_not_tell_can_not_be_checked()
    {
        _world.IsPerServiceAsked = true;
        _world.Placement = null;

        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.Equal("not examined", Level(result));
        Assert.False(result.Checks.Single(check => check.Id == "placement").Claimed);
    }

    private void CountSince(DateTime time)
    {
        foreach (var service in World.ServiceNames)
            Records.Edit(record => record.Service == service, record => record with { Since = time });
    }

    private void OwnSchedulers()
    {
        _world.IsPerServiceAsked = true;
        foreach (var service in World.ServiceNames)
            Records.Edit(record => record.Service == service, record => record with { Scheduler = service });
    }

    private void OwnSchemas(Func<string, string> role)
    {
        foreach (var service in World.ServiceNames)
        {
            Records.Edit(
                record => record.Service == service,
                record => record with { Database = "shop", Schema = service, DatabaseRole = role(service) });
        }
    }

    private static string? Note(AuditResult result) => result.Checks.Single(check => check.Id == "placement").Note;

    private static string Level(AuditResult result) => result.Checks.Single(check => check.Id == "placement").Level;
}
