using System.Data.Common;
using Marketplace.Audit.History;
using Marketplace.Driver.Database;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Queries;

/// <summary>
/// The results of a run as tables (docs/queries.md): a DuckDB file in its folder, which is made from the other files there at the first query,
/// and again when one of them has changed. The run itself does not pay for it.
/// </summary>
internal sealed class RunTables(RunFolder folder)
{
    private const int MemoryMiB = 512;

    /// <summary>Changes with the tables: a file of another version is made again.</summary>
    private const int Version = 1;

    /// <summary>Opens the file; makes it if it is not there or is older than what it was made from.</summary>
    /// <exception cref="RunFolderException">The folder holds no run of this version.</exception>
    /// <exception cref="InvalidDataException">The history ends within a record, or an amount of money would not be exact.</exception>
    public async Task<TableFile> Open(IProgress<string> progress, CancellationToken cancellationToken)
    {
        if (!IsCurrent())
        {
            var results = await folder.Read(cancellationToken);
            progress.Report($"{Path.GetFileName(folder.Tables)} is made from the results");
            await TableFile.Make(folder.Tables, MemoryMiB, file => Fill(file, results, cancellationToken));
        }

        return TableFile.Read(folder.Tables, MemoryMiB);
    }

    private bool IsCurrent()
    {
        if (!File.Exists(folder.Tables)) return false;
        var made = File.GetLastWriteTimeUtc(folder.Tables);
        var facts = Directory.Exists(folder.Facts) ? Directory.EnumerateFiles(folder.Facts, "*", SearchOption.AllDirectories) : [];
        if (facts.Concat(folder.Results).Any(file => File.GetLastWriteTimeUtc(file) > made)) return false;
        try
        {
            using var file = TableFile.Read(folder.Tables, MemoryMiB);
            return file.Records<VersionRow>("FROM tables").SequenceEqual([new VersionRow(Version)]);
        }
        catch (DbException)
        {
            // A file that can't be read is made again.
            return false;
        }
    }

    private async Task Fill(TableFile file, RunResults results, CancellationToken cancellationToken)
    {
        file.Fill("run", [RunRow.Of(results)]);
        file.Fill("series", results.Series.Select(SeriesTableRow.Of));
        file.Fill("latencies", results.Series.SelectMany(LatencyRow.Of));
        var checks = results.Summary.Audit?.Checks ?? [];
        file.Fill("checks", checks.Select(CheckRow.Of));
        file.Fill("witnesses", checks.SelectMany(check => check.Witnesses.Select(text => new WitnessRow(check.Id, text))));
        AddHistory(file, results.Manifest, cancellationToken);
        await FactTables.Add(file, folder.Facts, cancellationToken);
        file.Execute(
            "CREATE VIEW outcomes AS SELECT kind, outcome, count(*) AS operations, count(*) FILTER (measured) AS measured, "
            + "quantile_cont(latency_ms, 0.5) FILTER (measured) AS p50_ms, quantile_cont(latency_ms, 0.99) FILTER (measured) AS p99_ms "
            + "FROM operations GROUP BY kind, outcome");
        file.Fill("tables", [new VersionRow(Version)]);
    }

    private void AddHistory(TableFile file, RunManifest manifest, CancellationToken cancellationToken)
    {
        using var operations = file.Begin<OperationRow>("operations");
        using var items = file.Begin<SentItemRow>("sent_items");
        var history = new HistoryReader(folder.History);
        foreach (var operation in history.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var isMeasured = operation.Planned >= manifest.MeasureStart && operation.Planned < manifest.MeasureEnd;
            operations.Add(OperationRow.Of(operation, history.Clock, isMeasured));
            var (customer, session, sent) = operation switch
            {
                CheckoutOperation checkout => (checkout.CustomerId, checkout.Session, checkout.Items),
                SealOperation seal => (seal.CustomerId, seal.Session, seal.Items),
                _ => (0, 0, []),
            };
            foreach (var (index, item) in sent.Index())
                items.Add(new SentItemRow(operation.Tid, customer, session, index + 1, item));
        }
    }

    private sealed record VersionRow(int Version);
}
