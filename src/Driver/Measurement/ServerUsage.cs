namespace Marketplace.Driver.Measurement;

/// <summary>What a server that the driver started has used so far.</summary>
/// <param name="Name">Its name: "postgresql".</param>
/// <param name="Usage">What it has used; null where unknown.</param>
internal readonly record struct ServerUsage(string Name, ProcessUsage? Usage);
