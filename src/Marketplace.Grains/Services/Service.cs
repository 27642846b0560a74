using Marketplace.Grains.Archiving;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Services;

/// <summary>
/// One of the services (paper section 3.1), as the rest of the system knows it. There is one class in the folder of each service, found by itself:
/// nothing else lists the services. Any type in the namespace of that class belongs to the service.
/// </summary>
internal abstract class Service
{
    /// <summary>The word for it in the setting Services, and in the names of schedulers, database roles and schemas.</summary>
    public abstract string Name { get; }

    public abstract ImmutableArray<GrainKind> Grains { get; }

    /// <summary>The kinds of finished records that its grains leave.</summary>
    public virtual ImmutableArray<ArchiveStream> Archives => [];

    public GrainKind KindOf(long key) => Grains.First(kind => kind.Has(key));

    /// <summary>Registers what its grains are made of, what is exported of them, and where their events come from.</summary>
    public virtual void Register(IServiceCollection services)
    {
    }
}
