namespace Marketplace.Protocols;

/// <summary>
/// A state that can tell whether there is anything in it. One that is still empty after an update is not stored, so that requests
/// for things that do not exist leave nothing behind.
/// </summary>
public interface IStorableState
{
    /// <summary>True while the state holds nothing worth keeping.</summary>
    bool IsEmpty { get; }
}
