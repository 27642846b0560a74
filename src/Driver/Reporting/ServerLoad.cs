namespace Marketplace.Driver.Reporting;

/// <summary>What a server that the driver started used within one second of a run.</summary>
/// <param name="Name">Its name: "postgresql".</param>
/// <param name="Cores">Cores that it used; null where unknown.</param>
/// <param name="MiB">Its resident memory, in MiB; null where unknown.</param>
internal sealed record ServerLoad(string Name, double? Cores, double? MiB);
