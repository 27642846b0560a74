using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>What an import answers when all lines were good.</summary>
/// <param name="Accepted">Lines applied.</param>
/// <param name="Rejected">Lines that were not.</param>
[GenerateSerializer, Immutable]
public sealed record ImportAnswer(
    long Accepted,
    long Rejected);
