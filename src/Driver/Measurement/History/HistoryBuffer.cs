using System.Buffers.Binary;
using Marketplace.Audit.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Measurement.History;

/// <summary>What one worker has recorded and not handed in yet. Used by that worker alone; allocates nothing per record.</summary>
internal sealed class HistoryBuffer(HistoryWriter writer, int worker, int size, long origin)
{
    private readonly byte[] _bytes = new byte[size];
    private int _used;

    /// <summary>Records a customer session that the driver meant to check out.</summary>
    public void Checkout(
        in OperationHead head,
        CheckoutStage stage,
        int customer,
        int session,
        long started,
        ReadOnlySpan<ItemRecord> items,
        int orderId,
        decimal totalInvoice)
    {
        var record = Begin(OperationKind.Checkout, in head);
        record.Byte((byte)stage);
        record.Number(customer);
        record.Number(session);
        record.Signed(started - head.Sent);
        Items(ref record, items);
        record.Number(orderId);
        record.Decimal(totalInvoice);
        End(record.Length);
    }

    /// <summary>Records a price update.</summary>
    public void PriceUpdate(in OperationHead head, int seller, int product, long version, decimal price, long sequence)
    {
        var record = Begin(OperationKind.PriceUpdate, in head);
        record.Number(seller);
        record.Number(product);
        record.Number(version);
        record.Decimal(price);
        record.Number(sequence);
        End(record.Length);
    }

    /// <summary>Records a product delete. The new version is the tid of the operation.</summary>
    public void ProductDelete(in OperationHead head, int seller, int product, long oldVersion, decimal price, long sequence)
    {
        var record = Begin(OperationKind.ProductDelete, in head);
        record.Number(seller);
        record.Number(product);
        record.Number(oldVersion);
        record.Decimal(price);
        record.Number(sequence);
        End(record.Length);
    }

    /// <summary>Records an update delivery.</summary>
    public void UpdateDelivery(in OperationHead head, int sellers, int packages)
    {
        var record = Begin(OperationKind.UpdateDelivery, in head);
        record.Number(sellers);
        record.Number(packages);
        End(record.Length);
    }

    /// <summary>Records a dashboard.</summary>
    public void Dashboard(in OperationHead head, int seller, int entries, bool isConsistent)
    {
        var record = Begin(OperationKind.Dashboard, in head);
        record.Number(seller);
        record.Number(entries);
        record.Byte(isConsistent ? (byte)1 : (byte)0);
        End(record.Length);
    }

    /// <summary>Records the add of an item.</summary>
    public void Add(in OperationHead head, int customer, int session)
    {
        var record = Begin(OperationKind.Add, in head);
        record.Number(customer);
        record.Number(session);
        End(record.Length);
    }

    /// <summary>Records the seal of a session that was given up.</summary>
    public void Seal(in OperationHead head, SealReason reason, int customer, int session, ReadOnlySpan<ItemRecord> items)
    {
        var record = Begin(OperationKind.Seal, in head);
        record.Byte((byte)reason);
        record.Number(customer);
        record.Number(session);
        Items(ref record, items);
        End(record.Length);
    }

    /// <summary>Records what another history has recorded, its worker included.</summary>
    /// <param name="copied">The record.</param>
    /// <param name="from">The tick from which its times count.</param>
    public void Copy(ReadOnlySpan<byte> copied, long from)
    {
        // Its time may take more bytes here.
        if (_bytes.Length - _used < 2 * RecordFormat.Longest) Flush();
        var old = new RecordReader(copied);
        var record = new RecordWriter(_bytes.AsSpan(_used + RecordFormat.Prefix));
        record.Byte(old.Byte());
        record.Byte(old.Byte());
        for (var i = 0; i < 3; i++)
            record.Number(old.Number());
        record.Signed(from + old.Signed() - origin);

        // All other times of a record count from the one before.
        record.Bytes(copied[old.Position..]);
        End(record.Length);
    }

    /// <summary>Hands in what is left. The worker calls it when it ends.</summary>
    public void Flush()
    {
        if (_used > 0) writer.Append(_bytes.AsSpan(0, _used));
        _used = 0;
    }

    private RecordWriter Begin(OperationKind kind, in OperationHead head)
    {
        if (_bytes.Length - _used < RecordFormat.Longest) Flush();
        var record = new RecordWriter(_bytes.AsSpan(_used + RecordFormat.Prefix));
        record.Byte((byte)kind);
        record.Byte((byte)head.Outcome);
        record.Number(worker);
        record.Number(head.Number);
        record.Number(head.HttpStatus);
        record.Signed(head.Planned - origin);
        record.Signed(head.Sent - head.Planned);
        record.Signed(head.Completed - head.Sent);
        return record;
    }

    private static void Items(ref RecordWriter record, ReadOnlySpan<ItemRecord> items)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(items.Length, RecordFormat.MostItems);
        record.Number(items.Length);
        foreach (ref readonly var item in items)
        {
            record.Number(item.SellerId);
            record.Number(item.ProductId);
            record.Number(item.Version);
            record.Decimal(item.UnitPrice);
            record.Decimal(item.FreightValue);
            record.Decimal(item.Voucher);
            record.Number(item.Quantity);
        }
    }

    private void End(int length)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(_bytes.AsSpan(_used), checked((ushort)length));
        _used += RecordFormat.Prefix + length;
    }
}

/// <summary>What every record holds.</summary>
/// <param name="Number">Number of the transaction within the run, from 1: the tid is "{run}-{number}".</param>
/// <param name="Planned">When it was due, in ticks.</param>
/// <param name="Sent">When it was sent, in ticks.</param>
/// <param name="Completed">When it was complete, in ticks.</param>
/// <param name="HttpStatus">HTTP status; 0 without an answer.</param>
internal readonly record struct OperationHead(
    long Number,
    long Planned,
    long Sent,
    long Completed,
    OutcomeClass Outcome,
    int HttpStatus);
