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
        var read = SettingsReader.Of(("Preset", name));
        Assert.Equal(name, new SiloSettings(read).Preset);
        read.Check();
        Assert.All(Presets.Find(name)!.Settings, pair => Assert.Equal(pair.Value, read.Declared(pair.Key)));
    }

    [Fact]
    public void What_a_preset_fills_in_can_be_set_otherwise()
    {
        Assert.Equal("locking", SiloSettings.Read(Configuration(("Preset", "orleans-tx"), ("Protocol", "locking"))).Protocol.Name);
        var full = new SiloSettings(SettingsReader.Of(("Preset", "FULL"), ("Storage", "memory")));
        Assert.Equal("deterministic", full.Protocol.Name);
        Assert.Null(full.Storage.States);
        Assert.NotNull(full.Storage.AuditLog);
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
        SiloSettings.Read(Configuration(("Preset", "composite-eventual"), ("Postgres", "Host=a")));
        SiloSettings.Read(Configuration(("Preset", "composite-causal"), ("Postgres", "Host=a"), ("Replication", "none")));
        SiloSettings.Read(Configuration(("Preset", "composite-eventual"), ("Dashboard", "grain")));
        SiloSettings.Read(Configuration());

        static string Refused(params (string, string?)[] settings) =>
            Assert.Throws<SettingException>(() => SiloSettings.Read(Configuration(settings))).Message;
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
        Assert.All(ProtocolList.Serializable, protocol =>
            Assert.Equal(protocol, SiloSettings.Read(Configuration(("StockReference", "consistent"), ("Protocol", protocol))).Protocol.Name));
    }

    private static IConfiguration Configuration(params (string Key, string? Value)[] settings) => new ConfigurationBuilder()
        .AddInMemoryCollection(settings.ToDictionary(setting => "Marketplace:" + setting.Key, setting => setting.Value))
        .Build();
}
