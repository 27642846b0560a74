using System.Text.Json;
using Marketplace.Driver.Scenarios;
using Xunit;

namespace Marketplace.Driver.Tests.Scenarios;

public sealed class LaunchSecretsTests
{
    private const string Secret = "pass-word-of-nobody";

    [Theory]
    [InlineData("Postgres", $"Host=x;Password={Secret}")]
    [InlineData("Postgres", Secret)]
    [InlineData("postgres:cart", Secret)]
    [InlineData("RedisPrimary", Secret)]
    [InlineData("RedisSecondary", Secret)]
    [InlineData("Cluster:Connection", Secret)]
    [InlineData("Whatever", $"x:1,password={Secret}")]
    [InlineData("Whatever", $"Host=x;PWD={Secret}")]
    public void A_connection_string_is_not_kept_with_a_run(string name, string value)
    {
        foreach (var path in new[] { name, name.Replace(':', '.') })
        {
            string[] overrides = [$"target.launch.{path}={value}", "target.launch.Storage=postgres"];
            var scenario = ScenarioLoader.Parse("""{ "name": "x" }""", "file.json", overrides);
            var hidden = LaunchSecrets.Hide(scenario);
            var text = JsonSerializer.Serialize(hidden, ScenarioJson.Default.Scenario);
            Assert.DoesNotContain(Secret, text, StringComparison.Ordinal);
            Assert.Contains(LaunchSecrets.Hidden, text, StringComparison.Ordinal);
            Assert.Equal("postgres", hidden.Target.Launch!["Storage"]!.GetValue<string>());
            Assert.Equal(text, JsonSerializer.Serialize(LaunchSecrets.Hide(hidden), ScenarioJson.Default.Scenario));
            Assert.Contains(Secret, JsonSerializer.Serialize(scenario, ScenarioJson.Default.Scenario), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Other_settings_are_kept()
    {
        var scenario = ScenarioLoader.Parse(
            """{ "name": "x", "target": { "launch": { "Postgres": { "Timeout": "00:00:05" }, "Gateway": { "LegacyStatus": true } } } }""",
            "file.json",
            []);
        Assert.Equal(scenario.Target.Launch!.ToJsonString(), LaunchSecrets.Hide(scenario).Target.Launch!.ToJsonString());
    }
}
