using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Marketplace.Audit.Exports;
using Marketplace.Contracts.Entities;
using Marketplace.Grains;
using Marketplace.Silo;

namespace Marketplace.Simulation.Judging;

/// <summary>The exports of a silo in this process.</summary>
/// <param name="entry">The silo.</param>
/// <param name="isWritten">Whether they are byte for byte what it would send; else its records are taken as they are.</param>
internal sealed class SiloFacts(Entry entry, bool isWritten) : IFactSource
{
    public async IAsyncEnumerable<T> Read<T>(Export<T> export, Partition partition, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        List<T> records;
        try
        {
            records = isWritten ? await ReadWritten(export, cancellationToken) : await ReadRecords(export, cancellationToken);
        }
        catch (Exception exception)
        {
            throw new FactsMissingException($"the export {export.Name} failed: {exception.Message}", exception);
        }

        foreach (var record in records)
            yield return record;
    }

    public Task<bool> Exists<T>(Export<T> export, CancellationToken cancellationToken) => Task.FromResult(entry.ExportNames.Contains(export.Name));

    public async Task<SellerDashboard?> Dashboard(int sellerId, CancellationToken cancellationToken)
    {
        try
        {
            return (await entry.Dashboard(sellerId, "")).Value;
        }
        catch (Exception exception)
        {
            throw new FactsMissingException($"the dashboard of seller {sellerId} failed: {exception.Message}", exception);
        }
    }

    private async Task<List<T>> ReadWritten<T>(Export<T> export, CancellationToken cancellationToken)
    {
        var lines = new MemoryWriter();
        await entry.Export(export.Name, KeyFilter.All, lines, cancellationToken);
        return Records(lines.Written, export);
    }

    private async Task<List<T>> ReadRecords<T>(Export<T> export, CancellationToken cancellationToken)
    {
        var records = new RecordWriter<T>(export.TypeInfo, cancellationToken);
        await entry.Export(export.Name, records);
        return records.Taken;
    }

    private static List<T> Records<T>(ReadOnlySpan<byte> lines, Export<T> export)
    {
        var records = new List<T>();
        foreach (var line in lines.Split((byte)'\n'))
        {
            if (!lines[line].IsEmpty)
                records.Add(JsonSerializer.Deserialize(lines[line], export.TypeInfo)!);
        }

        return records;
    }

    private sealed class MemoryWriter : PipeWriter
    {
        private readonly ArrayBufferWriter<byte> _bytes = new();

        public ReadOnlySpan<byte> Written => _bytes.WrittenSpan;

        public override void Advance(int bytes) => _bytes.Advance(bytes);

        public override Memory<byte> GetMemory(int sizeHint = 0) => _bytes.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0) => _bytes.GetSpan(sizeHint);

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null)
        {
        }

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => new(default(FlushResult));
    }
}
