namespace Marketplace.Protocols.Storage.Rows;

/// <summary>Compares two tries: what both share is passed over without a look.</summary>
internal static class RowDifferences<TRow>
    where TRow : class
{
    public static void Tell(RowNode<TRow>? before, RowNode<TRow>? after, IRowChanges<TRow> changes)
    {
        if (ReferenceEquals(before, after))
            return;

        if (before is null || after is null)
        {
            All(before, after, changes);
        }
        else if (before.Bit == after.Bit && before.Prefix == after.Prefix)
        {
            Same(before, after, changes);
        }
        else if (before.Bit > after.Bit && before.Covers(after.Prefix))
        {
            var isLeft = (after.Prefix & before.Bit) == 0;
            Tell(before.Left, isLeft ? after : null, changes);
            Tell(before.Right, isLeft ? null : after, changes);
        }
        else if (after.Bit > before.Bit && after.Covers(before.Prefix))
        {
            var isLeft = (before.Prefix & after.Bit) == 0;
            Tell(isLeft ? before : null, after.Left, changes);
            Tell(isLeft ? null : before, after.Right, changes);
        }
        else if (before.Prefix < after.Prefix)
        {
            All(before, null, changes);
            All(null, after, changes);
        }
        else
        {
            All(null, after, changes);
            All(before, null, changes);
        }
    }

    private static void Same(RowNode<TRow> before, RowNode<TRow> after, IRowChanges<TRow> changes)
    {
        if (!after.IsRow)
        {
            Tell(before.Left, after.Left, changes);
            Tell(before.Right, after.Right, changes);
        }
        else if (!ReferenceEquals(before.Row, after.Row))
        {
            changes.Set(after.Key, after.Row!);
        }
    }

    private static void All(RowNode<TRow>? gone, RowNode<TRow>? come, IRowChanges<TRow> changes)
    {
        if (gone is { IsRow: true })
        {
            changes.Removed(gone.Key);
        }
        else if (gone is not null)
        {
            All(gone.Left, null, changes);
            All(gone.Right, null, changes);
        }

        if (come is { IsRow: true })
        {
            changes.Set(come.Key, come.Row!);
        }
        else if (come is not null)
        {
            All(null, come.Left, changes);
            All(null, come.Right, changes);
        }
    }
}
