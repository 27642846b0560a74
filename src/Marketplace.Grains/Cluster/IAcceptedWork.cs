namespace Marketplace.Grains.Cluster;

/// <summary>
/// Operations that a silo has accepted and runs afterwards, and their results. A hold of the silo waits for them before it closes the
/// <see cref="OperationGate"/>, which they pass as all operations do.
/// </summary>
public interface IAcceptedWork
{
    /// <summary>Accepts no more, and waits until all that was accepted has ended. Closing it twice for one hold is closing it once.</summary>
    /// <param name="hold">For whom.</param>
    /// <returns>When nothing is under way any more.</returns>
    /// <exception cref="GateTimeoutException">Operations did not end, or another hold did not; it is not closed for this one.</exception>
    Task Close(Hold hold);

    /// <summary>Accepts operations again. Does nothing if it is not closed for that hold.</summary>
    /// <param name="hold">For whom it was closed.</param>
    void Open(Hold hold);

    /// <summary>Drops all results that wait to be collected.</summary>
    void Clear();
}
