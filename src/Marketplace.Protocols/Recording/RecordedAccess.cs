namespace Marketplace.Protocols.Recording;

/// <summary>An access of a transaction to the state of a grain.</summary>
/// <param name="Kind">Which state, as numbered where it was registered.</param>
/// <param name="Key">Key of the grain.</param>
/// <param name="Version">The version that it read; or the one that it made, from 1, having read the one before.</param>
/// <param name="IsWrite">Whether it made the version.</param>
/// <param name="IsChanged">Whether the content of the version that it read was not what it was when that version was made.</param>
public readonly record struct RecordedAccess(byte Kind, long Key, long Version, bool IsWrite, bool IsChanged = false);
