namespace Marketplace.Grains.Placement;

/// <summary>What the services have in a database. Only a storage that is a database registers one.</summary>
public interface IServiceSchemas
{
    /// <summary>What a service has.</summary>
    /// <param name="service">Name of the service.</param>
    /// <returns>As the server said when this silo connected.</returns>
    ServiceSchema Of(string service);
}
