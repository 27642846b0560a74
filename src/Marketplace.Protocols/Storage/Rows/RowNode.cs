using Orleans;

namespace Marketplace.Protocols.Storage.Rows;

/// <summary>
/// A node of the trie: a row, or a fork. A fork at a bit has below it keys that are equal above that bit: those without the bit on its
/// left, those with it on its right.
/// </summary>
[GenerateSerializer, Immutable]
internal sealed class RowNode<TRow>
    where TRow : class
{
    private RowNode(ulong prefix, ulong bit, TRow? row, RowNode<TRow>? left, RowNode<TRow>? right) =>
        (Prefix, Bit, Row, Left, Right) = (prefix, bit, row, left, right);

    /// <summary>A row's key; a fork's common bits, those from its own bit on 0.</summary>
    [Id(0)]
    public ulong Prefix { get; }

    /// <summary>A fork's bit; 0 for a row.</summary>
    [Id(1)]
    public ulong Bit { get; }

    /// <summary>The row; null for a fork.</summary>
    [Id(2)]
    public TRow? Row { get; }

    /// <summary>Keys without the bit.</summary>
    [Id(3)]
    public RowNode<TRow>? Left { get; }

    /// <summary>Keys with the bit.</summary>
    [Id(4)]
    public RowNode<TRow>? Right { get; }

    public bool IsRow => Bit == 0;

    /// <summary>A row's key.</summary>
    public long Key => (long)(Prefix ^ SignBit);

    // With the sign turned over, unsigned order is the order of the keys.
    private static ulong SignBit => 1UL << 63;

    /// <summary>Whether keys with this prefix belong below this fork.</summary>
    public bool Covers(ulong prefix) => (prefix & Above(Bit)) == Prefix;

    public static TRow? Find(RowNode<TRow>? node, long key)
    {
        var prefix = (ulong)key ^ SignBit;
        while (node is not null)
        {
            if (node.IsRow)
                return node.Prefix == prefix ? node.Row : null;

            node = (prefix & node.Bit) == 0 ? node.Left : node.Right;
        }

        return null;
    }

    public static RowNode<TRow> Set(RowNode<TRow>? node, long key, TRow row, ref bool isNew) => Set(node, (ulong)key ^ SignBit, row, ref isNew);

    public static RowNode<TRow>? Remove(RowNode<TRow>? node, long key) => Remove(node, (ulong)key ^ SignBit);

    private static RowNode<TRow> Set(RowNode<TRow>? node, ulong prefix, TRow row, ref bool isNew)
    {
        if (node is null)
            return Leaf(prefix, row);

        if (node.IsRow && node.Prefix == prefix)
        {
            isNew = false;
            return ReferenceEquals(node.Row, row) ? node : Leaf(prefix, row);
        }

        if (node.IsRow || !node.Covers(prefix))
            return Join(node, Leaf(prefix, row));

        if ((prefix & node.Bit) == 0)
        {
            var left = Set(node.Left, prefix, row, ref isNew);
            return ReferenceEquals(left, node.Left) ? node : Fork(node.Prefix, node.Bit, left, node.Right!);
        }

        var right = Set(node.Right, prefix, row, ref isNew);
        return ReferenceEquals(right, node.Right) ? node : Fork(node.Prefix, node.Bit, node.Left!, right);
    }

    private static RowNode<TRow>? Remove(RowNode<TRow>? node, ulong prefix)
    {
        if (node is null || node.IsRow)
            return node is null || node.Prefix == prefix ? null : node;

        if ((prefix & node.Bit) == 0)
        {
            var left = Remove(node.Left, prefix);
            return left is null ? node.Right : ReferenceEquals(left, node.Left) ? node : Fork(node.Prefix, node.Bit, left, node.Right!);
        }

        var right = Remove(node.Right, prefix);
        return right is null ? node.Left : ReferenceEquals(right, node.Right) ? node : Fork(node.Prefix, node.Bit, node.Left!, right);
    }

    private static RowNode<TRow> Leaf(ulong prefix, TRow row) => new(prefix, 0, row, null, null);

    private static RowNode<TRow> Fork(ulong prefix, ulong bit, RowNode<TRow> left, RowNode<TRow> right) => new(prefix, bit, null, left, right);

    // Two nodes of which neither belongs below the other.
    private static RowNode<TRow> Join(RowNode<TRow> a, RowNode<TRow> b)
    {
        var bit = SignBit >> System.Numerics.BitOperations.LeadingZeroCount(a.Prefix ^ b.Prefix);
        var prefix = a.Prefix & Above(bit);
        return (a.Prefix & bit) == 0 ? Fork(prefix, bit, a, b) : Fork(prefix, bit, b, a);
    }

    // The bits above one.
    private static ulong Above(ulong bit) => ~(bit | (bit - 1));
}
