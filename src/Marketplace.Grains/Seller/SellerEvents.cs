using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Seller;

internal static class SellerEvents
{
    /// <summary>Tells several sellers of an event.</summary>
    /// <param name="sellers">Whom, in key order.</param>
    /// <param name="name">Names the event as one of them hears of it.</param>
    public static Task SendToSellers<TState, TEvent>(
        this Events<TState> events,
        TransactionContext tx,
        IGrainFactory grains,
        IReadOnlyList<int> sellers,
        TEvent told,
        Func<TEvent, EventConsumer, long, EventId> name,
        Func<TransactionContext, ISellerGrain, TEvent, Task> call)
        where TState : class, IEventState, new() =>
        FanOut.ForEach(sellers, (events, tx, grains, told, name, call), static (seller, a) => a.events.Send(
            a.tx, a.name(a.told, EventConsumer.Seller, seller), a.grains.GetGrain<ISellerGrain>(seller), a.told, a.call));
}
