using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>A version that a transaction saw, or made, at a grain.</summary>
[GenerateSerializer, Immutable]
public sealed record Observation(int Grain, int Version, bool IsWrite);

/// <summary>All that a transaction saw and made below a node.</summary>
[GenerateSerializer, Immutable]
public sealed record Observations(ImmutableArray<Observation> Items);

/// <summary>The writers of all versions of a grain, from version 1.</summary>
[GenerateSerializer, Immutable]
public sealed record Ledger(ImmutableArray<string> Writers);
