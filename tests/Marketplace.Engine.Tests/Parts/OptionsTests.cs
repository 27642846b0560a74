using Marketplace.Engine.Local;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Engine.Tests.Parts;

/// <summary>A wrong setting is refused when the engine is built, and named.</summary>
public sealed class OptionsTests
{
    [Fact]
    public async Task An_engine_without_grains_is_refused() =>
        Assert.Contains(nameof(LocalEngineOptions.GrainAssemblies), await Refusal(_ => { }), StringComparison.Ordinal);

    [Fact]
    public async Task An_assembly_without_grains_is_refused() =>
        Assert.Contains("xunit", await Refusal(o => o.GrainAssemblies.Add(typeof(FactAttribute).Assembly)), StringComparison.Ordinal);

    [Fact]
    public async Task A_time_out_of_zero_is_refused() =>
        Assert.Contains("ResponseTimeout", await Refusal(options => options.ResponseTimeout = TimeSpan.Zero), StringComparison.Ordinal);

    private static async Task<string> Refusal(Action<LocalEngineOptions> configure)
    {
        await using var services = new ServiceCollection().AddLocalEngine(configure).BuildServiceProvider();
        return Assert.Throws<InvalidOperationException>(() => services.GetRequiredService<IGrainFactory>()).Message;
    }
}
