namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What a batch does to the record of one state.</summary>
/// <param name="Version">The version that the record must have; of one that is made, the version that it gets.</param>
/// <param name="Set">Items that are new or replaced.</param>
internal sealed record StateRow(
    long Grain,
    StateRowKind Kind,
    long Version,
    byte[] Document,
    (string Part, long Id, byte[] Document)[] Set,
    (string Part, long Id)[] Removed,
    IBatchedState State);
