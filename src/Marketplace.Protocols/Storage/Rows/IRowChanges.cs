namespace Marketplace.Protocols.Storage.Rows;

/// <summary>Is told in which rows a map differs from an earlier one.</summary>
/// <typeparam name="TRow">A row.</typeparam>
public interface IRowChanges<in TRow>
{
    /// <summary>A row is new or was replaced.</summary>
    /// <param name="key">Its key.</param>
    /// <param name="row">The row.</param>
    void Set(long key, TRow row);

    /// <summary>A row is gone.</summary>
    /// <param name="key">Its key.</param>
    void Removed(long key);
}
