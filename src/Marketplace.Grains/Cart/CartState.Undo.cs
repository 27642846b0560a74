namespace Marketplace.Grains.Cart;

/// <content>A session is its customer's alone: what a step did to it goes back as a whole. Replicas come by themselves, product by product.</content>
internal sealed partial class CartState : ICompensable<CartState>
{
    public bool CanUndo(CartState before, CartState after) =>
        (IsSameSession(before, after) || IsSameSession(this, after)) && MapUndo.CanUndo(Replicas, before.Replicas, after.Replicas);

    public void Undo(CartState before, CartState after)
    {
        Replicas = MapUndo.Undo(Replicas, before.Replicas, after.Replicas);
        if (!IsSameSession(before, after))
        {
            (Session, SessionOpen, Attempts) = (before.Session, before.SessionOpen, before.Attempts);
            (Items, LastAnswer) = (before.Items, before.LastAnswer);
            (LastOperation, Failed) = (before.LastOperation, before.Failed);

            // What came of a product that was in the cart for the time of the step would grow old unnoticed.
            Replicas = Replicas.RemoveRange(Replicas.Keys.Where(key => Find(Keys.First(key), Keys.Second(key)) < 0));
        }
    }

    private static bool IsSameSession(CartState one, CartState other) =>
        (one.Session, one.SessionOpen, one.Attempts) == (other.Session, other.SessionOpen, other.Attempts)
        && (one.LastOperation, one.Failed) == (other.LastOperation, other.Failed)
        && one.LastAnswer == other.LastAnswer
        && (one.Items == other.Items || one.Items.AsSpan().SequenceEqual(other.Items.AsSpan()));
}
