namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What a batch does to the record of one state.</summary>
/// <param name="Grain">Its grain.</param>
/// <param name="Kind">What.</param>
/// <param name="Version">The version that the record must have; of one that is made, the version that it gets.</param>
/// <param name="Document">The new document.</param>
/// <param name="Set">Items that are new or replaced.</param>
/// <param name="Removed">Items that are gone.</param>
/// <param name="State">Whose it is.</param>
internal sealed record StateRow(
    long Grain,
    StateRowKind Kind,
    long Version,
    byte[] Document,
    (string Part, long Id, byte[] Document)[] Set,
    (string Part, long Id)[] Removed,
    IBatchedState State);
