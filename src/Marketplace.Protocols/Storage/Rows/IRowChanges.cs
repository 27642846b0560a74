namespace Marketplace.Protocols.Storage.Rows;

/// <summary>Is told in which rows a map differs from an earlier one.</summary>
/// <typeparam name="TRow">A row.</typeparam>
public interface IRowChanges<in TRow>
{
    /// <summary>A row is new or was replaced.</summary>
    void Set(long key, TRow row);

    /// <summary>A row is gone.</summary>
    void Removed(long key);
}
