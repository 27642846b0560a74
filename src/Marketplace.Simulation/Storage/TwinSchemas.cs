using Marketplace.Grains.Placement;

namespace Marketplace.Simulation.Storage;

/// <summary>Tells where the states of a service lie, as the real storage does.</summary>
internal sealed class TwinSchemas : IServiceSchemas
{
    public ServiceSchema Of(string service) => new("twin", $"marketplace_{service}", "twin");
}
