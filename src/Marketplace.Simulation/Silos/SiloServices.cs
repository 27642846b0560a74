using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Simulation.Silos;

/// <summary>
/// Makes the services of one silo, as the container of .NET does it, for the one thread of a world. That container finds out how to make each
/// service anew for each silo, which takes a tenth of the time of a world; here it is known from the silos before.
/// </summary>
internal sealed class SiloServices : IServiceProviderIsKeyedService, IDisposable
{
    private readonly Dictionary<(Type Service, object? Key), List<(int Place, ServiceDescriptor Service)>> _registered = [];
    private readonly Dictionary<(Type Service, object? Key), Site?> _sites = [];
    private readonly Dictionary<(Type Service, ServiceDescriptor Descriptor), Site> _descriptors = [];
    private readonly Recipes _recipes;
    private readonly ServiceScope _root;
    private int _slots;

    public SiloServices(IServiceCollection services, Recipes recipes)
    {
        _recipes = recipes;
        _root = new ServiceScope(this, root: null);
        for (var i = 0; i < services.Count; i++)
        {
            var name = (services[i].ServiceType, services[i].ServiceKey);
            if (!_registered.TryGetValue(name, out var some))
                _registered.Add(name, some = new(1));
            some.Add((i, services[i]));
        }

        _sites.Add((typeof(IServiceProvider), null), Site.Of(static scope => scope));
        _sites.Add((typeof(IServiceScopeFactory), null), Site.Of(static scope => scope.Root));
        _sites.Add((typeof(IServiceProviderIsService), null), Site.Of(_ => this));
        _sites.Add((typeof(IServiceProviderIsKeyedService), null), Site.Of(_ => this));
    }

    /// <summary>Gives the services that are there once in the silo.</summary>
    public IServiceProvider Root => _root;

    public bool IsService(Type serviceType) => SiteOf(serviceType, key: null) is not null;

    public bool IsKeyedService(Type serviceType, object? serviceKey) => SiteOf(serviceType, serviceKey) is not null;

    public void Dispose() => _root.Dispose();

    /// <summary>How a service is made.</summary>
    /// <returns>Null if nobody has registered it.</returns>
    public Site? SiteOf(Type service, object? key)
    {
        if (!_sites.TryGetValue((service, key), out var site))
            _sites.Add((service, key), site = Find(service, key));
        return site;
    }

    private Site? Find(Type service, object? key)
    {
        if (_registered.TryGetValue((service, key), out var exact))
            return SiteOf(service, exact[^1].Service);
        if (!service.IsConstructedGenericType)
            return null;
        var open = service.GetGenericTypeDefinition();
        return _registered.TryGetValue((open, key), out var some) ? SiteOf(service, some[^1].Service)
            : open == typeof(IEnumerable<>) ? All(service.GetGenericArguments()[0], key)
            : null;
    }

    // All services of a type, in the order in which they were registered.
    private Site All(Type service, object? key)
    {
        var found = new List<(int Place, ServiceDescriptor Service)>(_registered.GetValueOrDefault((service, key)) ?? []);
        if (service.IsConstructedGenericType && _registered.TryGetValue((service.GetGenericTypeDefinition(), key), out var open))
            found.AddRange(open);
        found.Sort(static (a, b) => a.Place.CompareTo(b.Place));
        Site[] sites = [.. found.Select(some => SiteOf(service, some.Service))];
        return Site.Of(scope =>
        {
            var all = Array.CreateInstance(service, sites.Length);
            for (var i = 0; i < sites.Length; i++)
                all.SetValue(scope.Get(sites[i]), i);
            return all;
        });
    }

    private Site SiteOf(Type service, ServiceDescriptor descriptor)
    {
        if (!_descriptors.TryGetValue((service, descriptor), out var site))
            _descriptors.Add((service, descriptor), site = Make(service, descriptor));
        return site;
    }

    private Site Make(Type service, ServiceDescriptor descriptor)
    {
        var (instance, factory, type) = descriptor.IsKeyedService
            ? (descriptor.KeyedImplementationInstance, descriptor.KeyedImplementationFactory, descriptor.KeyedImplementationType)
            : (descriptor.ImplementationInstance, Unkeyed(descriptor.ImplementationFactory), descriptor.ImplementationType);
        if (instance is not null)
            return Site.Of(_ => instance);
        var slot = descriptor.Lifetime == ServiceLifetime.Scoped ? _slots++ : Site.NoSlot;
        if (factory is not null)
            return new Site(scope => factory(scope, descriptor.ServiceKey), descriptor.Lifetime, slot);
        type = type!.IsGenericTypeDefinition ? _recipes.Close(type, service) : type;
        return new Site(Made(type), descriptor.Lifetime, slot);
    }

    private static Func<IServiceProvider, object?, object>? Unkeyed(Func<IServiceProvider, object>? factory) =>
        factory is null ? null : (provider, _) => factory(provider);

    // What its constructor asks for is looked for when the first one is made: others may be registered to be made of it.
    private Func<ServiceScope, object> Made(Type type)
    {
        (Recipe Recipe, Site?[] Sites)? way = null;
        return scope =>
        {
            var (recipe, sites) = way ??= WayTo(type);
            var arguments = new object?[sites.Length];
            for (var i = 0; i < sites.Length; i++)
                arguments[i] = sites[i] is { } site ? scope.Get(site) : recipe.Ingredients[i].Default;
            return recipe.Make(arguments);
        };
    }

    private (Recipe Recipe, Site?[] Sites) WayTo(Type type)
    {
        foreach (var recipe in _recipes.Of(type))
        {
            if (SitesOf(recipe) is { } sites)
                return (recipe, sites);
        }

        throw new InvalidOperationException($"Nothing is registered of which {type} could be made.");
    }

    // Null if something is missing that it can't do without.
    private Site?[]? SitesOf(Recipe recipe)
    {
        var sites = new Site?[recipe.Ingredients.Length];
        for (var i = 0; i < sites.Length; i++)
        {
            var ingredient = recipe.Ingredients[i];
            sites[i] = SiteOf(ingredient.Service, ingredient.Key);
            if (sites[i] is null && !ingredient.IsOptional)
                return null;
        }

        return sites;
    }
}

/// <summary>How one registered service is made, and which one was made, if there is one in the silo.</summary>
/// <param name="make">Makes it, of services of a scope.</param>
/// <param name="lifetime">How long it lives; null if it is there already.</param>
/// <param name="slot">Where a scope keeps the one that it has made.</param>
internal sealed class Site(Func<ServiceScope, object> make, ServiceLifetime? lifetime, int slot)
{
    public const int NoSlot = -1;

    public ServiceLifetime? Lifetime => lifetime;

    public int Slot => slot;

    /// <summary>The only one of the silo; null if nobody has asked for it.</summary>
    public object? Single { get; set; }

    /// <summary>What is there already, or is put together of what is.</summary>
    public static Site Of(Func<ServiceScope, object> find) => new(find, lifetime: null, NoSlot);

    public object Make(ServiceScope scope) => make(scope);
}

/// <summary>What one activation, or the silo, has made for itself.</summary>
/// <param name="services">How services are made.</param>
/// <param name="root">The scope of the silo; null if this is it.</param>
internal sealed class ServiceScope(SiloServices services, ServiceScope? root)
    : IServiceScope, IServiceScopeFactory, IKeyedServiceProvider, ISupportRequiredService, IAsyncDisposable
{
    private List<object>? _disposables;
    private object?[] _made = [];

    public ServiceScope Root => root ?? this;

    public IServiceProvider ServiceProvider => this;

    public IServiceScope CreateScope() => new ServiceScope(services, Root);

    public object? GetService(Type serviceType) => GetKeyedService(serviceType, null);

    public object? GetKeyedService(Type serviceType, object? serviceKey) =>
        services.SiteOf(serviceType, serviceKey) is { } site ? Get(site) : null;

    public object GetRequiredService(Type serviceType) => GetRequiredKeyedService(serviceType, null);

    public object GetRequiredKeyedService(Type serviceType, object? serviceKey) =>
        GetKeyedService(serviceType, serviceKey) ?? throw new InvalidOperationException($"{serviceType} is not registered.");

    public object Get(Site site)
    {
        switch (site.Lifetime)
        {
            case null:
                return site.Make(this);
            case ServiceLifetime.Singleton:
                return site.Single ??= Root.Make(site);
            case ServiceLifetime.Scoped:
                if (site.Slot >= _made.Length)
                    Array.Resize(ref _made, Math.Max(site.Slot + 1, 2 * _made.Length));
                return _made[site.Slot] is { } made ? made : Keep(site);
            default:
                return Make(site);
        }
    }

    /// <summary>Disposes of what it has made, the last one first.</summary>
    public void Dispose()
    {
        var disposables = _disposables;
        _disposables = null;
        for (var i = (disposables?.Count ?? 0) - 1; i >= 0; i--)
            (disposables![i] as IDisposable)?.Dispose();
    }

    public async ValueTask DisposeAsync()
    {
        var disposables = _disposables;
        _disposables = null;
        for (var i = (disposables?.Count ?? 0) - 1; i >= 0; i--)
        {
            if (disposables![i] is IAsyncDisposable disposable)
                await disposable.DisposeAsync();
            else
                ((IDisposable)disposables[i]).Dispose();
        }
    }

    // What it is made of may have made the array longer.
    private object Keep(Site site)
    {
        var made = Make(site);
        return _made[site.Slot] = made;
    }

    private object Make(Site site)
    {
        var made = site.Make(this);
        if (made is IDisposable or IAsyncDisposable)
            (_disposables ??= []).Add(made);
        return made;
    }
}
