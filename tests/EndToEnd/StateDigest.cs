using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Marketplace.Grains;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.EndToEnd;

/// <summary>
/// The state of a silo as one line for each export: its name, how many records, and a hash of them. Times and the name of the run are
/// left out, and so are charges that were taken back and the order of the records, which no export promises.
/// </summary>
internal sealed partial class StateDigest
{
    // Where a silo runs its services, and on which engine; not what they hold.
    private const string Placement = "placement";

    // What the payment provider did.
    private const string Charges = "charges";
    private const string Voided = "\"voided\":true";
    private const string NotVoided = "\"voided\":false";

    private readonly SortedDictionary<string, List<string>> _exports = new(StringComparer.Ordinal);

    /// <summary>Reads all exports of state from a silo.</summary>
    /// <param name="cancellationToken">Ends the reading early.</param>
    public static async Task<StateDigest> Read(InProcessSilo silo, string run, CancellationToken cancellationToken)
    {
        var digest = new StateDigest();
        using var http = new HttpClient { BaseAddress = silo.Url };
        foreach (var name in silo.Services.GetRequiredService<Exports>().Names.Where(static name => name != Placement))
        {
            var text = await http.GetStringAsync($"/audit/{name}", cancellationToken);
            var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => Normalised(line, run)).ToList();
            if (name == Charges)
                TakeBackVoided(lines);
            lines.Sort(StringComparer.Ordinal);
            digest._exports[name] = lines;
        }

        return digest;
    }

    /// <summary>Writes the normalised records as files, for a comparison with those of another run.</summary>
    /// <param name="folder">Where to; made if it is not there.</param>
    public void Save(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (var (name, lines) in _exports)
            File.WriteAllLines(Path.Combine(folder, name + ".ndjson"), lines);
    }

    /// <summary>A line for each export, by name.</summary>
    public override string ToString() => string.Concat(_exports.Select(export => string.Create(
        CultureInfo.InvariantCulture,
        $"{export.Key} {export.Value.Count} {Hash(export.Value)}\n")));

    // A transaction that is tried again, as a lock was lost on a slow machine, charges, takes that back, and charges again.
    private static void TakeBackVoided(List<string> charges)
    {
        foreach (var voided in charges.FindAll(static charge => charge.Contains(Voided, StringComparison.Ordinal)))
        {
            if (charges.Remove(voided.Replace(Voided, NotVoided, StringComparison.Ordinal)))
                charges.Remove(voided);
        }
    }

    private static string Hash(List<string> lines) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', lines))));

    private static string Normalised(string line, string run)
    {
        var withoutTimes = InvoiceDate().Replace(Time().Replace(line, "\"time\""), "-date-");
        return withoutTimes.Replace($"\"{run}-", "\"run-", StringComparison.Ordinal);
    }

    [GeneratedRegex("""
        "\d{4}-\d\d-\d\dT[^"]*"
        """)]
    private static partial Regex Time();

    // {customer}-{yyyyMMdd}-{order}
    [GeneratedRegex("""(?<="\d+)-\d{8}-(?=\d+")""")]
    private static partial Regex InvoiceDate();
}
