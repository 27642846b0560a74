namespace Marketplace.Grains.Replication;

/// <summary>
/// What is committed of the updates of the sellers whose logs are on this silo, on its way to the carts. It is outside all transactions, so
/// that a checkout waits for no update and no update for a checkout, and sees nothing that may be taken back.
/// </summary>
internal interface ICommittedUpdates
{
    /// <summary>A prefix is committed. One that is shorter than what is known already changes nothing.</summary>
    void Offer(int sellerId, UpdatePrefix prefix);

    UpdatePrefix Of(int sellerId);

    /// <summary>Waits until each checkout that begins from then on sees an update.</summary>
    /// <param name="sequence">Place of the update among those of the seller.</param>
    /// <returns>When that is so.</returns>
    /// <exception cref="ReplicationUnavailableException">It takes too long; the update is committed, and will be seen later.</exception>
    Task Wait(int sellerId, long sequence);

    /// <summary>Gives an update, before it begins, a place among those that may wait.</summary>
    /// <exception cref="ReplicationUnavailableException">There is none; the update may not begin.</exception>
    void TakePlace();

    /// <summary>An update gives its place back: it waits no more, or had nothing to wait for.</summary>
    void ReturnPlace();

    /// <summary>Forgets everything: the system is being reset.</summary>
    /// <returns>When it is gone.</returns>
    Task Clear();
}
