namespace Marketplace.Protocols.Recording;

/// <summary>A state that carries its version, for a protocol that makes versions itself: those that a compensation leaves.</summary>
internal interface IVersion
{
    /// <summary>Records that this version was made on behalf of an attempt.</summary>
    /// <param name="log">The attempt.</param>
    void RecordTo(AttemptLog log);
}
