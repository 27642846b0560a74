using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>A grain that tells others of events.</summary>
public interface IEventProducer : IServiceGrain
{
    /// <summary>Tries to deliver what lies in the outbox; what can't be delivered is tried again later.</summary>
    /// <returns>How many events lay there.</returns>
    Task<int> SendEvents(TransactionContext tx);

    /// <summary>Tells which events may still be sent.</summary>
    /// <param name="names">Events that this grain has told of.</param>
    /// <returns>Those of them that lie in the outbox, or have not left it for good.</returns>
    Task<EventNames> Unsettled(EventNames names);
}

/// <summary>Events by name.</summary>
/// <param name="Ids">Their names.</param>
[GenerateSerializer, Immutable]
public sealed record EventNames(ImmutableArray<EventId> Ids);
