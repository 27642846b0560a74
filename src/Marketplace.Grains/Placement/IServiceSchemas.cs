namespace Marketplace.Grains.Placement;

/// <summary>What the services have in a database. Only a storage that is a database registers one.</summary>
internal interface IServiceSchemas
{
    /// <param name="service">Name of the service.</param>
    /// <returns>As the server said when this silo connected.</returns>
    ServiceSchema Of(string service);
}

/// <summary>Where a service keeps its tables, as the database server says.</summary>
/// <param name="Database">Name of the database.</param>
/// <param name="Schema">Name of the schema that the tables are in.</param>
/// <param name="Role">The role that the server takes this silo for.</param>
internal sealed record ServiceSchema(string Database, string Schema, string Role);
