namespace Marketplace.Audit.Dashboards;

/// <summary>
/// Why a row counts, in the order of rows of one time: what may be so before a question, the question, what is so for certain after it.
/// </summary>
internal enum FreshKind : byte
{
    /// <summary>Entries may be on the dashboard from here on: their checkout was sent.</summary>
    MayOpen = 0,

    /// <summary>Entries may be off it from here on: the delivery that ended their order was sent.</summary>
    MayClose = 1,

    /// <summary>A dashboard was asked for.</summary>
    Asked = 2,

    /// <summary>It was answered.</summary>
    Answered = 3,

    /// <summary>Entries are on it: their checkout was acknowledged.</summary>
    Opened = 4,

    /// <summary>Entries are off it: the end of their order was acknowledged.</summary>
    Closed = 5,
}

/// <summary>Entries of a seller at a moment.</summary>
internal readonly record struct FreshRow(int SellerId, long Time, FreshKind Kind, int Entries, long Number)
{
    /// <summary>Compares by seller and time.</summary>
    public static int Compare(FreshRow a, FreshRow b) =>
        a.SellerId != b.SellerId ? a.SellerId.CompareTo(b.SellerId)
        : a.Time != b.Time ? a.Time.CompareTo(b.Time)
        : a.Kind.CompareTo(b.Kind);
}

/// <summary>Entries of a seller whose order an Update Delivery delivered a part of.</summary>
/// <param name="Number">Number of the delivery's tid; 0 if it is of another run.</param>
internal readonly record struct ClosedRow(long Number, long Entry, int SellerId, int Entries);

/// <summary>Such a part, with the times of its delivery.</summary>
/// <param name="Sent">When the delivery was sent, ticks of the history; the least of all times if that is not known.</param>
/// <param name="Completed">When it was acknowledged; the greatest of all times if it was not.</param>
internal readonly record struct EndRow(long Entry, int SellerId, int Entries, long Sent, long Completed);
