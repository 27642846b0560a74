namespace Marketplace.Grains.Cluster;

/// <summary>
/// Operations that a silo has accepted and runs afterwards, and their results. Who quiesces the silo waits for them before it closes the
/// <see cref="OperationGate"/>, which they pass as all operations do.
/// </summary>
internal interface IReceiptedWork
{
    /// <summary>Accepts no more, and waits until all that was accepted has ended. Closing it twice for one token is closing it once.</summary>
    /// <returns>When nothing is under way any more.</returns>
    /// <exception cref="GateTimeoutException">Operations did not end, or another token did not; it is not closed for this one.</exception>
    Task Close(QuiesceToken token);

    /// <summary>Accepts operations again. Does nothing if it is not closed for that token.</summary>
    /// <param name="token">For whom it was closed.</param>
    void Open(QuiesceToken token);

    /// <summary>Drops all results that wait to be collected.</summary>
    void Clear();
}
