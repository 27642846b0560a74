using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Queries;

/// <summary>The run; the table has this one row.</summary>
/// <param name="Begun">Where the seconds of the series count from.</param>
/// <param name="Scenario">As JSON.</param>
internal sealed record RunRow(
    string Run,
    string Name,
    string DriverVersion,
    long Seed,
    string? Engine,
    DateTime Begun,
    DateTime MeasureStart,
    DateTime MeasureEnd,
    double MeasuredSeconds,
    double Throughput,
    bool? AuditPassed,
    string Scenario)
{
    public static RunRow Of(RunResults results)
    {
        var (manifest, summary) = (results.Manifest, results.Summary);
        return new RunRow(
            manifest.Run,
            summary.Name,
            manifest.DriverVersion,
            manifest.Scenario.Seed,
            manifest.Engine,
            manifest.Clock.Utc.UtcDateTime,
            manifest.Clock.ToUtc(manifest.MeasureStart).UtcDateTime,
            manifest.Clock.ToUtc(manifest.MeasureEnd).UtcDateTime,
            summary.MeasuredSeconds,
            summary.Throughput,
            summary.Audit?.Passed,
            JsonSerializer.Serialize(manifest.Scenario, ScenarioJson.Default.Scenario));
    }
}

/// <summary>An operation of the driver; what its kind does not have is null.</summary>
/// <param name="Measured">Planned within the measurement.</param>
/// <param name="LatencyMs">From the planned start.</param>
/// <param name="ServiceMs">From the send.</param>
/// <param name="Stage">How far a checkout came, or why a session was sealed.</param>
internal sealed record OperationRow(
    string Tid,
    string Kind,
    string Outcome,
    int HttpStatus,
    bool Measured,
    int Worker,
    DateTime Planned,
    DateTime Sent,
    DateTime Completed,
    double LatencyMs,
    double ServiceMs,
    int? CustomerId = null,
    int? Session = null,
    string? Stage = null,
    int? Items = null,
    int? OrderId = null,
    decimal? TotalInvoice = null,
    int? SellerId = null,
    int? ProductId = null,
    string? Version = null,
    decimal? Price = null,
    long? Sequence = null,
    int? Sellers = null,
    int? Packages = null,
    int? Entries = null,
    bool? IsConsistent = null)
{
    public static OperationRow Of(Operation operation, HistoryClock clock, bool isMeasured)
    {
        var row = new OperationRow(
            operation.Tid,
            NameOf(operation.Kind),
            operation.Outcome.Name(),
            operation.HttpStatus,
            isMeasured,
            operation.Worker,
            clock.ToUtc(operation.Planned).UtcDateTime,
            clock.ToUtc(operation.Sent).UtcDateTime,
            clock.ToUtc(operation.Completed).UtcDateTime,
            clock.Between(operation.Planned, operation.Completed).TotalMilliseconds,
            clock.Between(operation.Sent, operation.Completed).TotalMilliseconds);
        return operation switch
        {
            CheckoutOperation checkout => row with
            {
                CustomerId = checkout.CustomerId,
                Session = checkout.Session,
                Stage = checkout.Stage.ToString(),
                Items = checkout.Items.Length,
                OrderId = checkout.OrderId == 0 ? null : checkout.OrderId,
                TotalInvoice = checkout.OrderId == 0 ? null : checkout.TotalInvoice,
            },
            SealOperation seal => row with
            {
                CustomerId = seal.CustomerId,
                Session = seal.Session,
                Stage = seal.Reason.ToString(),
                Items = seal.Items.Length,
            },
            AddOperation add => row with { CustomerId = add.CustomerId, Session = add.Session },
            PriceUpdateOperation update => row with
            {
                SellerId = update.SellerId,
                ProductId = update.ProductId,
                Version = update.Version,
                Price = update.Price,
                Sequence = update.Sequence,
            },
            ProductDeleteOperation delete => row with
            {
                SellerId = delete.SellerId,
                ProductId = delete.ProductId,
                Version = delete.OldVersion,
                Price = delete.Price,
                Sequence = delete.Sequence,
            },
            UpdateDeliveryOperation delivery => row with { Sellers = delivery.Sellers, Packages = delivery.Packages },
            DashboardOperation dashboard => row with
            {
                SellerId = dashboard.SellerId,
                Entries = dashboard.Entries,
                IsConsistent = dashboard.IsConsistent,
            },
            _ => row,
        };
    }

    private static string NameOf(OperationKind kind) => kind switch
    {
        OperationKind.Seal => "seal",
        OperationKind.Add => "add",
        _ => TransactionNames.Of(kind),
    };
}

/// <summary>An item that a session put into a cart.</summary>
/// <param name="Tid">That of the checkout, or of the seal.</param>
/// <param name="Position">Place in the cart, from 1.</param>
internal sealed record SentItemRow(string Tid, int CustomerId, int Session, int Position, SentItem Item);

/// <summary>An interval of the run: timeseries.csv, with all silos together and all servers together.</summary>
internal sealed record SeriesTableRow(
    double Second,
    double Seconds,
    string Phase,
    double Checkout,
    double PriceUpdate,
    double ProductDelete,
    double UpdateDelivery,
    double Dashboard,
    double P50Ms,
    double P99Ms,
    double? MaxMs,
    double Committed,
    double Rejected,
    double PaymentFailed,
    double Aborted,
    double TimedOut,
    double TransportError,
    double DriverFault,
    double? SiloCores,
    double? SiloMib,
    double? SiloGcPauseMs,
    double? SiloAllocatedMib,
    double? SiloThreads,
    double? SiloQueued,
    double DriverCores,
    double DriverMib,
    double? DriverGcPauseMs,
    double? ServersCores,
    double? ServersMib)
{
    public static SeriesTableRow Of(SeriesRow row) => new(
        row.Second,
        row.Seconds,
        row.Phase,
        row.Throughput[0],
        row.Throughput[1],
        row.Throughput[2],
        row.Throughput[3],
        row.Throughput[4],
        row.P50Ms,
        row.P99Ms,
        row.MaxMs,
        row.Outcomes[0],
        row.Outcomes[1],
        row.Outcomes[2],
        row.Outcomes[3],
        row.Outcomes[4],
        row.Outcomes[5],
        row.Outcomes[6],
        row.OfSilos(silo => silo.Cores),
        row.OfSilos(silo => silo.MiB),
        row.OfSilos(silo => silo.GcPauseMs),
        row.OfSilos(silo => silo.AllocatedMiB),
        row.OfSilos(silo => silo.Threads),
        row.OfSilos(silo => silo.Queued),
        row.DriverCores,
        row.DriverMiB,
        row.DriverGcPauseMs,
        row.Servers.IsEmpty ? null : row.Servers.Sum(server => server.Cores),
        row.Servers.IsEmpty ? null : row.Servers.Sum(server => server.MiB));
}

/// <summary>How many transactions of an interval took from so long to so long.</summary>
internal sealed record LatencyRow(double Second, double FromMs, double ToMs, long Count)
{
    public static IEnumerable<LatencyRow> Of(SeriesRow row) => row.Latencies.Counts.Select(
        band => new LatencyRow(row.Second, LatencyBands.FromMs(band.Band), LatencyBands.FromMs(band.Band + 1), band.Count));
}

/// <summary>What a check of the audit found.</summary>
internal sealed record CheckRow(
    string Id,
    string Criterion,
    string Level,
    string Verdict,
    bool Claimed,
    long Examined,
    long Violations,
    string? Note,
    string? Reason,
    string Statement)
{
    public static CheckRow Of(AuditCheck check) => new(
        check.Id,
        check.Criterion,
        check.Level,
        check.Verdict.ToString(),
        check.Claimed,
        check.Examined,
        check.Violations,
        check.Note,
        check.Reason,
        check.Statement);
}

/// <summary>A violation that a check names.</summary>
internal sealed record WitnessRow(string Id, string Witness);
