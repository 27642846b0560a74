using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.Commit;

/// <summary>What a transaction did to one grain, as it is stored: with what it did to the others, as one.</summary>
internal interface IStoredBranch
{
    /// <summary>Whether it can be expected to be stored soon if it is decided now.</summary>
    bool CanDecide { get; }

    /// <summary>Adds it to what is written.</summary>
    void Join(AtomicWrite write);

    /// <summary>It is handed over to the storage.</summary>
    /// <param name="stored">Ends when all of the transaction is stored.</param>
    void HandedOver(Task stored);
}

/// <summary>Hands transactions over to the storage.</summary>
internal static class StoredBranches
{
    /// <summary>Hands a transaction over, whole.</summary>
    /// <param name="write">An empty one.</param>
    /// <returns>When it is stored.</returns>
    public static Task Submit(this AtomicWrite write, IReadOnlyList<IStoredBranch> branches)
    {
        foreach (var branch in branches)
            branch.Join(write);

        var stored = write.Submit();
        foreach (var branch in branches)
            branch.HandedOver(stored);

        return stored;
    }
}
