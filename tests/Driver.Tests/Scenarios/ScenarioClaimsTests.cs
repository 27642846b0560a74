using Marketplace.Audit.Claims;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios;

public sealed class ScenarioClaimsTests
{
    [Theory]
    [InlineData("""{"Preset":"orleans"}""", nameof(Guarantee.EachService))]
    [InlineData("""{"preset":"NULL"}""", nameof(Guarantee.DriverOnly))]
    [InlineData("""{"Preset":"orleans-tx"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Preset":"orleans-tx","Protocol":"none"}""", nameof(Guarantee.EachService))]
    [InlineData("{}", nameof(Guarantee.EachService))]
    [InlineData("""{"Protocol":"none"}""", nameof(Guarantee.EachService))]
    [InlineData("""{"Protocol":"locking"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"protocol":"Deterministic"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Protocol":"orleans-transactions"}""", nameof(Guarantee.AllServices))]
    [InlineData("""{"Protocol":"saga"}""", nameof(Guarantee.InTheEnd))]
    public void The_settings_of_a_launched_silo_are_known(string launch, string guarantee) =>
        Assert.Equal(guarantee, Launched(launch).Guarantee.ToString());

    [Theory]
    [InlineData("""{"Preset":"orleans"}""", false)]
    [InlineData("""{"Placement":"shared"}""", false)]
    [InlineData("""{"placement":"Per-Service"}""", true)]
    public void Placement_is_claimed_of_each_service_where_the_settings_ask_for_it(string launch, bool isAsked)
    {
        Assert.Equal(isAsked, Launched(launch).IsPerServiceAsked);
        Assert.False(ByUrl().IsPerServiceAsked);
    }

    [Theory]
    [InlineData("{}", false)]
    [InlineData("""{"Storage":"memory"}""", false)]
    [InlineData("""{"storage":"Postgres"}""", true)]
    public void A_database_is_expected_where_the_settings_ask_for_it(string launch, bool isAsked)
    {
        Assert.Equal(isAsked, Launched(launch).IsDatabaseAsked);
        Assert.False(ByUrl().IsDatabaseAsked);
    }

    [Fact]
    public void The_settings_of_a_target_by_url_are_not() =>
        Assert.Equal(Guarantee.Required, ByUrl().Guarantee);

    [Fact]
    public void A_reference_target_keeps_no_state() =>
        Assert.Equal(Guarantee.DriverOnly, Claims("""{ "target": { "reference": "delay" } }""").Guarantee);

    [Theory]
    [InlineData("""{"Preset":"orleans"}""", nameof(ReplicationLevel.None))]
    [InlineData("""{"Replication":"Eventual"}""", nameof(ReplicationLevel.Eventual))]
    [InlineData("""{"replication":"causal-per-object"}""", nameof(ReplicationLevel.CausalPerObject))]
    [InlineData("""{"Preset":"composite-eventual"}""", nameof(ReplicationLevel.Eventual))]
    [InlineData("""{"Preset":"full"}""", nameof(ReplicationLevel.CausalAcrossObjects))]
    [InlineData("""{"Preset":"full","Replication":"none"}""", nameof(ReplicationLevel.None))]
    public void The_level_that_a_silo_is_to_hold_is_known(string launch, string level)
    {
        Assert.Equal(level, Launched(launch).Replication.ToString());
        Assert.Equal(ReplicationLevel.None, ByUrl().Replication);
    }

    [Theory]
    [InlineData("""{ "target": { "launch": {} } }""", 0.0)]
    [InlineData("""{ "target": { "launch": {} }, "workload": { "paymentAcceptance": 0.75 } }""", 0.25)]
    [InlineData("""{ "target": { "launch": { "PaymentProvider:DeclineRate": 0.5 } }, "workload": { "paymentAcceptance": 0.75 } }""", 0.5)]
    [InlineData("""{ "target": { "launch": { "PaymentProvider": { "Outage": 0.1 } } } }""", null)]
    [InlineData("""{ "target": { "urls": ["http://127.0.0.1:1"] } }""", null)]
    public void How_many_the_provider_declines_is_known_of_a_silo_that_was_launched(string scenario, double? rate) =>
        Assert.Equal(rate, Claims(scenario).DeclineRate);

    private static TargetClaims Launched(string launch) => Claims($$"""{ "target": { "launch": {{launch}} } }""");

    private static TargetClaims ByUrl() => Claims("""{ "target": { "urls": ["http://localhost:1"] } }""");

    private static TargetClaims Claims(string scenario) =>
        ScenarioClaims.Of(ScenarioLoader.Parse($$"""{ "name": "x", {{scenario[1..]}}""", "test", []));
}
