namespace Marketplace.Protocols;

/// <summary>Reads commit actions that were stored with the steps of sagas.</summary>
public interface IStoredActions
{
    /// <summary>Reads one.</summary>
    /// <param name="stored">What <see cref="CommitAction.ToStored"/> made of it: JSON in UTF-8.</param>
    CommitAction Read(byte[] stored);
}
