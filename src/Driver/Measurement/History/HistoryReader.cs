using System.Buffers.Binary;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Text;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Measurement.History;

/// <summary>Streams a history back, as often as wanted, in constant memory.</summary>
internal sealed class HistoryReader
{
    private readonly string _path;
    private readonly long _start;

    /// <summary>Opens a history.</summary>
    /// <param name="path">The file that a <see cref="HistoryWriter"/> wrote.</param>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="InvalidDataException">It is not a history, or of another version.</exception>
    public HistoryReader(string path)
    {
        _path = path;
        using var file = File.OpenRead(path);
        using var head = new BinaryReader(file, Encoding.UTF8);
        if (!head.ReadBytes(RecordFormat.Magic.Length).AsSpan().SequenceEqual(RecordFormat.Magic))
            throw new InvalidDataException($"{path} is not a history of this version of the driver: submit again.");

        var ticks = head.ReadInt64();
        var utc = new DateTimeOffset(head.ReadInt64(), TimeSpan.Zero);
        Clock = new HistoryClock(ticks, utc, head.ReadInt64());
        Run = head.ReadString();
        _start = file.Position;
    }

    /// <summary>Run id: tids begin with "{run}-".</summary>
    public string Run { get; }

    /// <summary>Turns the times of operations into UTC.</summary>
    public HistoryClock Clock { get; }

    /// <summary>
    /// Reads all operations. Those of one worker come in its order; those of different workers are interleaved in no order of time.
    /// </summary>
    /// <exception cref="InvalidDataException">The file ends within a record: the driver was killed while it wrote.</exception>
    public IEnumerable<Operation> Read()
    {
        foreach (var record in Records())
            yield return Decode(record.Span);
    }

    /// <summary>Reads the checkouts, seals and adds of some customers.</summary>
    /// <param name="isWanted">Told the customer. What is not wanted is not decoded: most of it is not, each time.</param>
    public IEnumerable<Operation> ReadSessions(Func<int, bool> isWanted)
    {
        foreach (var record in Records())
        {
            if (CustomerOf(record.Span) is { } customer && isWanted(customer))
                yield return Decode(record.Span);
        }
    }

    /// <summary>Appends all records to another history, whose times are those of another clock.</summary>
    /// <param name="shift">Ticks to add to each time of this history.</param>
    public void CopyTo(HistoryWriter other, long shift)
    {
        var buffer = other.CreateBuffer(0);
        foreach (var record in Records())
            buffer.Copy(record.Span, Clock.Ticks + shift);
        buffer.Flush();
    }

    private IEnumerable<ReadOnlyMemory<byte>> Records()
    {
        using var file = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1 << 20);
        file.Position = _start;
        var bytes = new byte[RecordFormat.Longest];
        while (true)
        {
            var read = file.ReadAtLeast(bytes.AsSpan(0, RecordFormat.Prefix), RecordFormat.Prefix, throwOnEndOfStream: false);
            if (read == 0) yield break;
            var length = read == RecordFormat.Prefix ? BinaryPrimitives.ReadUInt16LittleEndian(bytes) : 0;
            if (length is 0 or > RecordFormat.Longest || file.ReadAtLeast(bytes.AsSpan(0, length), length, false) < length)
                throw new InvalidDataException($"{_path} ends within a record: the driver was killed while it wrote. Submit again.");
            yield return bytes.AsMemory(0, length);
        }
    }

    // What is before the customer, as Decode reads it.
    private static int? CustomerOf(ReadOnlySpan<byte> bytes)
    {
        var record = new RecordReader(bytes);
        var kind = (OperationKind)record.Byte();
        if (kind is not (OperationKind.Checkout or OperationKind.Seal or OperationKind.Add)) return null;
        record.Byte();
        for (var number = 0; number < 6; number++)
            record.Number();
        if (kind != OperationKind.Add) record.Byte();
        return record.Count();
    }

    private Operation Decode(ReadOnlySpan<byte> bytes)
    {
        var record = new RecordReader(bytes);
        var kind = (OperationKind)record.Byte();
        var outcome = (OutcomeClass)record.Byte();
        var worker = record.Count();
        var number = record.Number();
        var status = record.Count();
        var planned = Clock.Ticks + record.Signed();
        var sent = planned + record.Signed();
        var completed = sent + record.Signed();
        var head = new OperationHead(number, planned, sent, completed, outcome, status);
        return kind switch
        {
            OperationKind.Checkout => Checkout(ref record, in head, worker),
            OperationKind.PriceUpdate => PriceUpdate(ref record, in head, worker),
            OperationKind.ProductDelete => ProductDelete(ref record, in head, worker),
            OperationKind.UpdateDelivery => UpdateDelivery(ref record, in head, worker),
            OperationKind.Dashboard => Dashboard(ref record, in head, worker),
            OperationKind.Seal => Seal(ref record, in head, worker),
            OperationKind.Add => Add(ref record, in head, worker),
            _ => throw new InvalidDataException($"{_path} holds a record of kind {(int)kind}, which this version does not know."),
        };
    }

    private CheckoutOperation Checkout(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        Stage = (CheckoutStage)record.Byte(),
        CustomerId = record.Count(),
        Session = record.Count(),
        Started = head.Sent + record.Signed(),
        Items = Items(ref record),
        OrderId = record.Count(),
        TotalInvoice = record.Decimal(),
    };

    private PriceUpdateOperation PriceUpdate(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        SellerId = record.Count(),
        ProductId = record.Count(),
        Version = RunNames.Version(Run, record.Number()),
        Price = record.Decimal(),
        Sequence = record.Number(),
    };

    private ProductDeleteOperation ProductDelete(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        SellerId = record.Count(),
        ProductId = record.Count(),
        OldVersion = RunNames.Version(Run, record.Number()),
        NewVersion = RunNames.Tid(Run, head.Number),
        Price = record.Decimal(),
        Sequence = record.Number(),
    };

    private UpdateDeliveryOperation UpdateDelivery(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        Sellers = record.Count(),
        Packages = record.Count(),
    };

    private DashboardOperation Dashboard(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        SellerId = record.Count(),
        Entries = record.Count(),
        IsConsistent = record.Byte() == 1,
    };

    private AddOperation Add(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        CustomerId = record.Count(),
        Session = record.Count(),
    };

    private SealOperation Seal(ref RecordReader record, in OperationHead head, int worker) => new()
    {
        Tid = RunNames.Tid(Run, head.Number),
        Worker = worker,
        Planned = head.Planned,
        Sent = head.Sent,
        Completed = head.Completed,
        Outcome = head.Outcome,
        HttpStatus = head.HttpStatus,
        Reason = (SealReason)record.Byte(),
        CustomerId = record.Count(),
        Session = record.Count(),
        Items = Items(ref record),
    };

    private ImmutableArray<SentItem> Items(ref RecordReader record)
    {
        var items = new SentItem[record.Count()];
        for (var i = 0; i < items.Length; i++)
        {
            items[i] = new SentItem(
                record.Count(),
                record.Count(),
                RunNames.Version(Run, record.Number()),
                record.Decimal(),
                record.Decimal(),
                record.Decimal(),
                record.Count());
        }

        return ImmutableCollectionsMarshal.AsImmutableArray(items);
    }
}
