namespace Marketplace.Grains.Placement;

/// <summary>Where a service keeps its tables, as the database server says.</summary>
/// <param name="Database">Name of the database.</param>
/// <param name="Schema">Name of the schema that the tables are in.</param>
/// <param name="Role">The role that the server takes this silo for.</param>
public sealed record ServiceSchema(string Database, string Schema, string Role);
