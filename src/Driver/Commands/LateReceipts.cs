using System.Globalization;
using System.Net.Sockets;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load.Receipts;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Commands;

/// <summary>Collects receipts that had not come when a run was over, and notes in its folder that they did.</summary>
internal sealed class LateReceipts(DriverHost host, RunFolder folder)
{
    private const int Accepted = 202;

    /// <summary>Asks the targets for them. One that can't be reached has nothing to give.</summary>
    /// <returns>The results of the run, with the receipts that came late.</returns>
    /// <exception cref="Load.LoadException">A target has no receipts to collect.</exception>
    public async Task<RunResults> Collect(RunResults results, IEnumerable<Uri> targets)
    {
        if (results.Manifest.Driver.Receipts is not { Missing: > 0 } before) return results;
        var (run, owed) = Owed();
        var found = 0;
        foreach (var url in targets)
        {
            if (await Resolve(url) is not { } endpoint) continue;
            using var collector = new ReceiptCollector(endpoint, run, host.Time);
            await collector.Drain(receipt => found += owed.Remove(receipt.Number) ? 1 : 0, host.Interrupt);
        }

        if (found == 0) return results;
        var (missing, late) = (before.Missing - found, before.Late + found);
        var driver = results.Manifest.Driver with { Receipts = before with { Missing = missing, Late = late } };
        var collected = results with
        {
            Manifest = results.Manifest with { Driver = driver },
            Summary = results.Summary with { Receipts = results.Summary.Receipts! with { Missing = missing, Late = late } },
        };
        await folder.Write(collected, host.Interrupt);
        return collected;
    }

    /// <summary>The transactions that were acknowledged and got no receipt in time. Some of them may have come late before.</summary>
    private (string Run, HashSet<long> Numbers) Owed()
    {
        var history = new HistoryReader(folder.History);
        var numbers = history.Read()
            .Where(operation => operation is { Outcome: OutcomeClass.TimedOut, HttpStatus: Accepted })
            .Select(operation => long.Parse(operation.Tid.AsSpan(history.Run.Length + 1), CultureInfo.InvariantCulture));
        return (history.Run, [.. numbers]);
    }

    private async Task<HttpEndpoint?> Resolve(Uri url)
    {
        try
        {
            return await HttpEndpoint.Resolve(url, host.Interrupt);
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
