using Orleans;

namespace Marketplace.Protocols.Kernel;

/// <summary>
/// Tells a grain that transactions which touched it are decided. Which, and how, it reads from their scopes, so one message tells of as
/// many as there are, and one that comes twice does nothing.
/// </summary>
/// <param name="Transaction">One of them, for the log; default in the first message.</param>
[GenerateSerializer, Immutable]
internal sealed record ApplyDecision(TransactionId Transaction) : ProtocolMessage(Transaction)
{
    /// <summary>The first message.</summary>
    public static ApplyDecision Message { get; } = new(default(TransactionId));
}
