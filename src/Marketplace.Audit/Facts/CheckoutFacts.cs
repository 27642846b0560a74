using Marketplace.Contracts.Audit;

namespace Marketplace.Audit.Facts;

/// <summary>Everything known of one attempt to check out, found by its tid.</summary>
internal sealed class CheckoutFacts(string tid)
{
    /// <summary>Transaction.</summary>
    public string Tid => tid;

    /// <summary>What the driver sent and heard; null if its history does not know the tid.</summary>
    public CheckoutOperation? Operation { get; set; }

    /// <summary>The orders with a trace of this transaction in any service.</summary>
    public List<OrderFacts> Orders { get; } = new(1);

    /// <summary>What Cart exports.</summary>
    public List<AttemptExport> Attempts { get; } = new(1);

    /// <summary>What Cart recorded that it read of products; empty if the silo records nothing of that.</summary>
    public List<ReplicaReadExport> Reads { get; } = new(1);

    /// <summary>Reservations of this transaction that nobody settled.</summary>
    public List<OpenReservationRow> Reservations { get; } = [];
}
