using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Conformance.Fixtures;

/// <summary>What the grains of the tests use, on every engine.</summary>
internal static class FixtureServices
{
    public static IServiceCollection AddFixture(this IServiceCollection services, IEngineFixture fixture) => services
        .AddSingleton(fixture.Gates)
        .AddSingleton(fixture.Journal)
        .AddSingleton(new ActivationCounter())
        .AddScoped<ActivationService>();
}
