using Marketplace.Contracts.Settings;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Settings;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace Marketplace.Silo.Tests.Settings;

public sealed class PresetTests
{
    public static TheoryData<string> Names() => [.. Presets.All.Select(preset => preset.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_preset_fills_in_settings_that_there_are_with_values_that_they_take(string name)
    {
        Assert.All(Presets.Find(name)!.Settings, pair =>
        {
            var setting = SettingsTable.All.OfType<ChoiceSetting>().SingleOrDefault(setting => setting.Key == pair.Key);
            Assert.True(
                setting is null ? SettingsTable.Planned.Contains(pair.Key) : setting.Can(pair.Value) || setting.Planned.Contains($"`{pair.Value}`"),
                $"{pair.Key} does not take {pair.Value}");
        });
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_preset_is_available_if_all_that_it_fills_in_is(string name)
    {
        var section = new ConfigurationBuilder().AddInMemoryCollection([new("Preset", name)]).Build();
        var needs = Presets.Find(name)!.Settings.Where(pair => SettingsTable.All.OfType<ChoiceSetting>()
            .SingleOrDefault(setting => setting.Key == pair.Key)?.Can(pair.Value) != true).ToList();
        if (needs.Count == 0)
        {
            Assert.Equal(name, SettingsTable.Preset.Read(section));
        }
        else
        {
            var refused = Assert.Throws<SettingException>(() => SettingsTable.Preset.Read(section));
            Assert.Contains($"'{name}', which is not available yet", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_a_preset_fills_in_can_be_set_otherwise()
    {
        Assert.Equal("locking", SiloSettings.Read(Configuration(("Preset", "orleans-tx"), ("Protocol", "locking"))).Protocol);
        var full = new ConfigurationBuilder().AddInMemoryCollection([new("Preset", "FULL"), new("Storage", "memory")]).Build();
        Assert.Equal(("deterministic", "memory"), (SettingsTable.Protocol.Text(full), SettingsTable.Storage.Text(full)));
        Assert.Equal("postgres", SettingsTable.AuditLog.Text(full));
    }

    [Fact]
    public void A_preset_whose_servers_are_not_named_says_which_settings_are_missing()
    {
        var none = Refused(("Preset", "full"));
        Assert.Equal(
            "The preset 'full' needs servers, and no setting Marketplace:Postgres and Marketplace:RedisPrimary and Marketplace:RedisSecondary says "
            + "where they are.",
            none);
        Assert.DoesNotContain("RedisPrimary", Refused(("Preset", "full"), ("RedisPrimary", "a:1")), StringComparison.Ordinal);
        Assert.Contains("no setting Marketplace:Postgres says", Refused(("Preset", "composite-eventual")), StringComparison.Ordinal);
        PresetServers.Check(Section(("Preset", "composite-eventual"), ("Postgres", "Host=a")));
        PresetServers.Check(Section(("Preset", "composite-causal"), ("Postgres", "Host=a"), ("Replication", "none")));
        PresetServers.Check(Section(("Preset", "composite-eventual"), ("Dashboard", "grain")));
        PresetServers.Check(Section());

        static string Refused(params (string, string?)[] settings) =>
            Assert.Throws<SettingException>(() => PresetServers.Check(Section(settings))).Message;
    }

    [Theory]
    [InlineData("none")]
    [InlineData("saga")]
    public void A_consistent_reference_is_refused_where_product_and_stock_do_not_change_at_once(string protocol)
    {
        var refused = Assert.Throws<SettingException>(
            () => SiloSettings.Read(Configuration(("StockReference", "consistent"), ("Protocol", protocol))));
        Assert.StartsWith(
            $"The setting Marketplace:StockReference is 'consistent', and with Marketplace:Protocol '{protocol}' others see", refused.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_consistent_reference_is_what_every_isolated_protocol_gives()
    {
        Assert.All(ProtocolList.Names.Except(["none", "saga"]), protocol =>
            Assert.Equal(protocol, SiloSettings.Read(Configuration(("StockReference", "consistent"), ("Protocol", protocol))).Protocol));
    }

    private static IConfigurationSection Section(params (string Key, string? Value)[] settings) =>
        Configuration(settings).GetSection(Setting.Section);

    private static IConfiguration Configuration(params (string Key, string? Value)[] settings) => new ConfigurationBuilder()
        .AddInMemoryCollection(settings.ToDictionary(setting => "Marketplace:" + setting.Key, setting => setting.Value))
        .Build();
}
