namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/placement`: what a silo gave to a service, one record a silo and service.</summary>
/// <param name="Silo">Name of the silo, unique in its cluster.</param>
/// <param name="Services">The services that this silo declares to host, by name; empty for all of them, "none" alone for none.</param>
/// <param name="Service">The service that this record is about, for example "cart".</param>
/// <param name="Activations">Activations of the service's grains ever made on this silo, the collected ones included.</param>
/// <param name="Scheduler">
/// The scheduler that ran their turns: named after the service, or "shared"; several are joined with "+", and it is empty while there
/// were no activations.
/// </param>
/// <param name="DatabaseRole">The role that the server knows this silo as where it works for the service; null if it uses no database.</param>
/// <param name="Schema">The database schema that holds its tables; null if it uses no database.</param>
/// <param name="Database">The name of the database with this schema, as its server says; null if the service uses none.</param>
/// <param name="Since">Since when this silo counts activations, by its clock, UTC; null if it does not tell.</param>
/// <param name="SilosGone">How many silos have left the cluster, by its list: nobody tells what these activated.</param>
[GenerateSerializer, Immutable]
public sealed record PlacementExport(
    string Silo,
    ImmutableArray<string> Services,
    string Service,
    long Activations,
    string Scheduler,
    string? DatabaseRole,
    string? Schema,
    string? Database = null,
    DateTime? Since = null,
    int SilosGone = 0);
