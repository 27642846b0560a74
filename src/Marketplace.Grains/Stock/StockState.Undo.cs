namespace Marketplace.Grains.Stock;

/// <content>
/// Quantities are sums, and steps of many transactions go into them; pieces that a step has freed are kept until it stands, so either as many
/// are free as it left (others that had freed some may be taken back), or nobody has reserved any since. A version
/// goes back as a whole. The number of an event stays used: a warning is known by it, and one that has another's number would be taken for
/// a repeat.
/// </content>
internal sealed partial class StockState : ICompensable<StockState>
{
    private int Free => Available - Reserved;

    public bool CanUndo(StockState before, StockState after) =>
        Ingested == after.Ingested
        && (IsSameVersion(before, after) || IsSameVersion(this, after))
        && (after.Free <= before.Free || Free >= after.Free || Open.All(after.Open.Contains))
        && (before.Open == after.Open
            || (Without(after.Open, before.Open).All(Open.Contains) && !Without(before.Open, after.Open).Any(Open.Contains)));

    public void Undo(StockState before, StockState after)
    {
        Available -= after.Available - before.Available;
        Reserved -= after.Reserved - before.Reserved;
        OrderCount -= after.OrderCount - before.OrderCount;
        Ytd -= after.Ytd - before.Ytd;
        Replenished -= after.Replenished - before.Replenished;
        Warnings -= after.Warnings - before.Warnings;
        Demand = before.Demand == after.Demand ? Demand : Demand.Without(before.Demand, after.Demand);
        if (before.Open != after.Open)
            Open = [.. Without(Open, Without(after.Open, before.Open)), .. Without(before.Open, after.Open)];

        if (!IsSameVersion(before, after))
            (Version, Active) = (before.Version, before.Active);

        if (before.Ingested != after.Ingested)
            (Ingested, ReservedMin, SlackMin) = (before.Ingested, before.ReservedMin, before.SlackMin);

        Watch();
    }

    private static bool IsSameVersion(StockState one, StockState other) => (one.Version, one.Active) == (other.Version, other.Active);

    private static ImmutableArray<OpenReservation> Without(ImmutableArray<OpenReservation> some, ImmutableArray<OpenReservation> others) =>
        others.IsEmpty ? some : some.RemoveAll(others.Contains);
}
