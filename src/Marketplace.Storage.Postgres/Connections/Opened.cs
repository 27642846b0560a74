using System.Collections.Frozen;
using Marketplace.Grains.Placement;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>What a silo finds in a database when it opens it.</summary>
/// <param name="LastTime">When anybody wrote last, UTC ticks: no time that is stored is later. 0 if nobody has.</param>
internal readonly record struct Opened(long LastTime, FrozenDictionary<string, ServiceSchema> Schemas);
