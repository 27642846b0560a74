using System.Globalization;
using Marketplace.Audit.Claims;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit.Checks;

/// <summary>repl.lag: how long updates take to the carts; none may be there before it was made.</summary>
internal sealed class ReplLag(AuditHistory history) : ReplicationCheck(ReplicationLevel.Eventual)
{
    /// <summary>A clock that is set while the silo runs is set by less.</summary>
    private static readonly TimeSpan ClockStep = TimeSpan.FromMilliseconds(100);

    private readonly Histogram _times = new();

    public override string Id => "repl.lag";

    public override string Statement =>
        "No update reached a cart before the product made it (by the silo's clock, ± 100 ms). The note shows how long updates took.";

    protected override string Told => Times is not { } times
        ? "No update reached a cart."
        : string.Create(CultureInfo.InvariantCulture, $"Examined are updates that reached a cart: half of them within {times.P50:0.0##} ms, 99 % ")
            + string.Create(CultureInfo.InvariantCulture, $"within {times.P99:0.0##} ms, all within {times.Max:0.0##} ms.");

    /// <summary>How long they took; null if none reached a cart.</summary>
    public ApplyLag? Times => _times.Count == 0
        ? null
        : new ApplyLag(Milliseconds(_times.Quantile(0.5)), Milliseconds(_times.Quantile(0.99)), Milliseconds(_times.Max));

    /// <summary>Looks at an update that reached a cart.</summary>
    /// <param name="apply">When it did.</param>
    /// <param name="made">When it was made.</param>
    public void Examine(in ObservationRow apply, SourceRow made)
    {
        Findings.Examine();
        var time = TimeSpan.FromTicks(apply.Time - made.Time);
        if (time < -ClockStep)
        {
            Findings.Violate($"{ReplGenuine.Name(apply, history)}: update {made.Sequence} of product {apply.Product} was applied "
                + string.Create(CultureInfo.InvariantCulture, $"{-time.TotalMilliseconds:0} ms before it was made"));
        }

        _times.Record(time.Ticks * TimeSpan.NanosecondsPerTick);
    }

    private static double Milliseconds(long nanoseconds) => nanoseconds / 1e6;
}
