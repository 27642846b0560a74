using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>
/// `/audit/versions`: the version in which an object is stored, of those that have had an update since the silo started or was reset. There if the
/// setting Recording is on; nothing in it unless that is `full`.
/// </summary>
/// <param name="Version">As in <see cref="TransactionExport"/>: "stock/3/7@12".</param>
[GenerateSerializer, Immutable]
public sealed record VersionExport(string Version);
