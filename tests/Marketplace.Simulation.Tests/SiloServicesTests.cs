using Marketplace.Simulation.Silos;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>Silos of worlds are made of their services as the container of .NET makes them.</summary>
public sealed class SiloServicesTests
{
    [Fact]
    public void What_it_makes_the_container_of_DotNet_makes_too()
    {
        var services = Registered();
        using var own = new SiloServices(services, new Recipes());
        using var other = services.BuildServiceProvider();
        using var scope = own.Root.CreateScope();
        using var otherScope = other.CreateScope();
        Assert.Equal(Told(otherScope.ServiceProvider), Told(scope.ServiceProvider));
    }

    [Fact]
    public void What_lives_in_a_scope_is_made_once_there_and_the_rest_once_in_the_silo()
    {
        using var own = new SiloServices(Registered(), new Recipes());
        using var one = own.Root.CreateScope();
        using var other = own.Root.CreateScope();
        Assert.Same(one.ServiceProvider.GetRequiredService<Box<int>>(), one.ServiceProvider.GetRequiredService<Box<int>>());
        Assert.NotSame(one.ServiceProvider.GetRequiredService<Box<int>>(), other.ServiceProvider.GetRequiredService<Box<int>>());
        Assert.Same(one.ServiceProvider.GetRequiredService<Part>(), other.ServiceProvider.GetRequiredService<Part>());
        Assert.Same(own.Root.GetRequiredService<Part>(), one.ServiceProvider.GetServices<Part>().Last());
    }

    [Fact]
    public async Task What_was_made_last_is_disposed_of_first_and_what_was_given_never()
    {
        var ended = new List<string>();
        var given = new Ending(ended, "given");
        var services = new ServiceCollection();
        services.AddSingleton(given);
        services.AddSingleton(_ => new Ended<int>(ended));
        services.AddScoped(_ => new Ended<long>(ended));
        using (var own = new SiloServices(services, new Recipes()))
        {
            Assert.Same(given, own.Root.GetRequiredService<Ending>());
            await using (var scope = own.Root.CreateAsyncScope())
            {
                scope.ServiceProvider.GetRequiredService<Ended<long>>();
                scope.ServiceProvider.GetRequiredService<Ended<int>>();
            }

            Assert.Equal(["Int64"], ended);
        }

        Assert.Equal(["Int64", "Int32"], ended);
    }

    [Fact]
    public void What_is_not_registered_is_named()
    {
        using var own = new SiloServices(new ServiceCollection().AddSingleton<Whole>(), new Recipes());
        var exception = Assert.Throws<InvalidOperationException>(own.Root.GetRequiredService<Whole>);
        Assert.Contains(nameof(Whole), exception.Message, StringComparison.Ordinal);
        Assert.Null(own.Root.GetService<Part>());
    }

    private static ServiceCollection Registered()
    {
        var services = new ServiceCollection();
        services.AddSingleton(new Part("given"));
        services.AddSingleton(static _ => new Part("made"));
        services.AddKeyedSingleton("key", static (_, key) => new Part((string)key!));
        services.AddScoped(typeof(Box<>));
        services.AddScoped<Box<string>, SpecialBox>();
        services.AddTransient<Whole>();
        return services;
    }

    private static string Told(IServiceProvider provider)
    {
        var whole = provider.GetRequiredService<Whole>();
        return $"{whole} {provider.GetService<SpecialBox>() is null} {provider.GetService<IEnumerable<Whole>>()!.Count()} "
            + $"{provider.GetRequiredService<IServiceProviderIsService>().IsService(typeof(Box<long>))}";
    }

    private sealed record Part(string Name);

    private class Box<T>(Part part)
    {
        public override string ToString() => $"{GetType().Name} of {typeof(T).Name} with {part.Name}";
    }

    private sealed class SpecialBox(Part part) : Box<string>(part);

    private sealed class Whole(
        Box<int> open, Box<string> closed, [FromKeyedServices("key")] Part keyed, IEnumerable<Part> all, SpecialBox? none = null, int count = 3)
    {
        public override string ToString() =>
            $"{open}, {closed}, {keyed.Name}, {string.Join('+', all.Select(static part => part.Name))}, {none is null}, {count}";
    }

    private sealed class Ending(List<string> ended, string name) : IDisposable
    {
        public void Dispose() => ended.Add(name);
    }

    private sealed class Ended<T>(List<string> ended) : IDisposable
    {
        public void Dispose() => ended.Add(typeof(T).Name);
    }
}
