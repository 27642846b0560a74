using System.Globalization;
using System.Text;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;

namespace Marketplace.Grains.Recording;

/// <summary>How an attempt lies in the file: numbers of variable length, seven bits a byte, the lowest first.</summary>
internal static class AttemptFormat
{
    private const int VarBytesMax = 10;
    private const int HeaderBytesMax = 6 * VarBytesMax;
    private const int AccessBytesMax = 1 + (2 * VarBytesMax);

    // In the first byte of an access, below the number of the state.
    private const int IsWrite = 1;
    private const int IsChanged = 2;

    // In the number that says how an attempt ended, above that and the cause.
    private const ulong HasAccesses = 1UL << 6;
    private const ulong HasId = 1UL << 7;
    private const ulong IsPart = 1UL << 8;

    private static readonly ImmutableArray<string> Kinds =
    [
        "checkout", "price-update", "product-delete", "update-delivery", "dashboard", "cart", "read", "maintenance",
    ];

    private static readonly ImmutableArray<string> Causes = ["conflict", "timeout", "participant-lost", "failure"];

    /// <summary>Room that an attempt needs at most.</summary>
    /// <returns>Bytes.</returns>
    public static int BytesMax(AttemptLog attempt) =>
        HeaderBytesMax + Encoding.UTF8.GetMaxByteCount(attempt.Tid.Length) + (AccessBytesMax * attempt.Read().Length);

    /// <param name="buffer">Where to; large enough.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(AttemptLog attempt, Span<byte> buffer)
    {
        var at = 0;
        Put(buffer, ref at, (ulong)attempt.Kind);
        Put(buffer, ref at, (ulong)attempt.Attempt);
        Put(
            buffer,
            ref at,
            (ulong)attempt.End | ((attempt.Cause is { } cause ? (ulong)cause + 1 : 0) << 2) | (attempt.HasAccesses ? HasAccesses : 0)
            | (attempt.Id is not null ? HasId : 0) | (attempt.IsPart ? IsPart : 0));
        if (attempt.Id is { } id)
        {
            Put(buffer, ref at, (ulong)id.Recorder);
            Put(buffer, ref at, (ulong)id.Number);
        }

        Put(buffer, ref at, (ulong)Encoding.UTF8.GetByteCount(attempt.Tid));
        at += Encoding.UTF8.GetBytes(attempt.Tid, buffer[at..]);
        foreach (var access in attempt.Read())
        {
            buffer[at++] = (byte)((access.Kind << 2) | (access.IsChanged ? IsChanged : 0) | (access.IsWrite ? IsWrite : 0));
            Put(buffer, ref at, (ulong)access.Key);
            Put(buffer, ref at, (ulong)access.Version);
        }

        return at;
    }

    public static TransactionExport Read(ReadOnlySpan<byte> record)
    {
        var at = 0;
        var kind = Kinds[(int)Get(record, ref at)];
        var attempt = (int)Get(record, ref at);
        var end = Get(record, ref at);
        var id = (end & HasId) == 0
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"{Get(record, ref at):x}-{Get(record, ref at)}");
        var length = (int)Get(record, ref at);
        var tid = Encoding.UTF8.GetString(record.Slice(at, length));
        at += length;
        var (outcome, cause) = ((AttemptOutcome)(end & 3), (int)((end >> 2) & 15));
        var export = new TransactionExport(tid, kind, attempt, outcome, cause == 0 ? null : Causes[cause - 1], Reads: null, Writes: null, Id: id);
        if ((end & HasAccesses) == 0)
            return export;

        var reads = ImmutableArray.CreateBuilder<string>();
        var writes = ImmutableArray.CreateBuilder<string>();
        var changed = ImmutableArray.CreateBuilder<string>();
        while (at < record.Length)
        {
            var access = record[at++];
            var (state, key, version) = (access >> 2, (long)Get(record, ref at), (long)Get(record, ref at));
            ((access & IsWrite) == 0 ? reads : writes).Add(Name(state, key, version));
            if ((access & IsChanged) != 0)
                changed.Add(Name(state, key, version - (access & IsWrite)));
        }

        return export with
        {
            Reads = reads.ToImmutable(),
            Writes = writes.ToImmutable(),
            IsPart = (end & IsPart) != 0,
            Changed = changed.Count == 0 ? null : changed.ToImmutable(),
        };
    }

    /// <summary>The name of a version: "stock/3/7@12".</summary>
    public static string Name(int state, long key, long version) =>
        string.Create(CultureInfo.InvariantCulture, $"{MarketplaceServices.Numbered(state).NameOf(key)}@{version}");

    private static void Put(Span<byte> buffer, ref int at, ulong value)
    {
        for (; value >= 0x80; value >>= 7)
            buffer[at++] = (byte)(value | 0x80);

        buffer[at++] = (byte)value;
    }

    private static ulong Get(ReadOnlySpan<byte> buffer, ref int at)
    {
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var next = buffer[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
    }
}
