using Marketplace.Driver.Audit.Checks;
using Marketplace.Driver.Audit.Exports;
using Marketplace.Driver.Audit.Facts;
using Marketplace.Driver.Audit.Spilling;

namespace Marketplace.Driver.Audit.Events;

/// <summary>Holds the emissions of events against their arrivals, event by event. All of them are sorted on disk.</summary>
/// <param name="history">What the driver did.</param>
/// <param name="once">Told of each event.</param>
internal sealed class EventAudit(AuditHistory history, EventOnce once) : IDisposable
{
    private readonly SpillSorter<EventRow> _events = new(EventRow.Compare);

    /// <summary>Reads and examines them.</summary>
    /// <param name="exports">What the silo shows.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public async Task RunAsync(IExports exports, CancellationToken cancellationToken)
    {
        if (!await exports.ExistsAsync(Export.Events, cancellationToken))
            return;
        once.IsRecorded = true;
        await foreach (var record in exports.ReadAsync(Export.Events, Partition.All, cancellationToken))
            _events.Add(new EventRow(record.Id, record.Stage, history.NumberOf(record.Tid)));
        var facts = default(EventFacts);
        foreach (var row in _events.Sorted())
        {
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

    /// <inheritdoc/>
    public void Dispose() => _events.Dispose();
}
