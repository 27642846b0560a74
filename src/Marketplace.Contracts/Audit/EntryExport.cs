namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/entries`: what a seller was told of an order, closed entries included.</summary>
/// <param name="Tid">Transaction that issued the invoice.</param>
/// <param name="Open">True while the order is on the dashboard.</param>
/// <param name="DeliveryNotifications">E9 events applied.</param>
/// <param name="ConclusionNotifications">E8 concluded events applied.</param>
/// <param name="Details">The customer side.</param>
/// <param name="Entries">One an order item.</param>
[GenerateSerializer, Immutable]
public sealed record EntryExport(
    string Tid,
    bool Open,
    int DeliveryNotifications,
    int ConclusionNotifications,
    OrderEntryDetails Details,
    ImmutableArray<OrderEntry> Entries);
