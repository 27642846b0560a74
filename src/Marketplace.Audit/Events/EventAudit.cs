using Marketplace.Audit.Checks;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Events;

/// <summary>
/// Holds what was sent of events against what arrived, event by event, and the arrivals of an order's events against each other, consumer by
/// consumer. All of them are sorted on disk.
/// </summary>
/// <param name="order">Told of what each consumer heard of each order.</param>
internal sealed class EventAudit(AuditHistory history, EventOnce once, EventOrder order) : IDisposable
{
    private readonly SpillSorter<EventRow> _events = new(EventRow.Compare);
    private readonly SpillSorter<EffectRow> _effects = new(EffectRow.Compare);

    /// <summary>Reads and examines them.</summary>
    public async Task Run(IFactSource facts, CancellationToken cancellationToken)
    {
        if (!await facts.Exists(Export.Events, cancellationToken))
            return;
        once.IsRecorded = order.IsRecorded = true;
        await foreach (var record in facts.Read(Export.Events, Partition.All, cancellationToken))
        {
            _events.Add(new EventRow(record.Id, record.Stage, record.Number, history.NumberOf(record.Tid)));
            if (record.Stage == EventStage.Applied && IsOfOrder(record.Id))
                _effects.Add(new EffectRow(record.Id, record.Number));
        }

        ExamineEvents();
        ExamineOrders();
    }

    public void Dispose()
    {
        _events.Dispose();
        _effects.Dispose();
    }

    // Stock and Shipment hear of an order once.
    private static bool IsOfOrder(EventId id) =>
        id.Kind is >= EventKind.InvoiceIssued and <= EventKind.DeliveryNotification
        && id.Consumer is (EventConsumer.Order or EventConsumer.Seller or EventConsumer.Customer);

    private void ExamineEvents()
    {
        var facts = default(EventFacts);
        var before = default(EventRow);
        foreach (var row in _events.Sorted())
        {
            // Of what a silo died with, the next one tells again; numbers tell that it is the same.
            var isSame = facts.Rows > 0 && row.Number > 0 && EventRow.Compare(row, before) == 0;
            before = row;
            if (isSame)
                continue;
            if (facts.Rows > 0 && row.Id != facts.Id)
            {
                once.Examine(facts);
                facts = default;
            }

            facts = facts.With(row);
        }

        if (facts.Rows > 0)
            once.Examine(facts);
    }

    private void ExamineOrders()
    {
        var effects = new List<EffectRow>();
        foreach (var row in _effects.Sorted())
        {
            if (effects.Count > 0 && EffectRow.CompareOrders(effects[0], row) != 0)
            {
                order.Examine(effects);
                effects.Clear();
            }

            effects.Add(row);
        }

        if (effects.Count > 0)
            order.Examine(effects);
    }
}
