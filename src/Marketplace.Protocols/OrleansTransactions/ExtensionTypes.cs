using Microsoft.Extensions.DependencyInjection;
using Orleans.Metadata;
using Orleans.Runtime;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// Remembers what Orleans calls the two interfaces over which it commits. It makes a reference for each of its messages, and would look the
/// name up by reflection each time.
/// </summary>
/// <param name="services">Where Orleans' own ways to find it are.</param>
internal sealed class ExtensionTypes(IServiceProvider services) : IGrainInterfaceTypeProvider
{
    private readonly Lazy<GrainInterfaceType> _resource = new(() => Find(services, typeof(ITransactionalResourceExtension)));
    private readonly Lazy<GrainInterfaceType> _manager = new(() => Find(services, typeof(ITransactionManagerExtension)));

    public bool TryGetGrainInterfaceType(Type type, out GrainInterfaceType grainInterfaceType)
    {
        grainInterfaceType = type == typeof(ITransactionalResourceExtension) ? _resource.Value
            : type == typeof(ITransactionManagerExtension) ? _manager.Value
            : default;
        return !grainInterfaceType.IsDefault;
    }

    private static GrainInterfaceType Find(IServiceProvider services, Type type)
    {
        foreach (var other in services.GetServices<IGrainInterfaceTypeProvider>())
        {
            if (other is not ExtensionTypes && other.TryGetGrainInterfaceType(type, out var name))
                return name;
        }

        return services.GetRequiredService<GrainInterfaceTypeResolver>().GetGrainInterfaceTypeByConvention(type);
    }
}
