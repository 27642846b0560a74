namespace Marketplace.Storage.Postgres.Formats;

/// <summary>
/// What is written of the states of one type, and read again: a document, and items beside it that are written one by one. How these lie in
/// the database is up to the <see cref="Layouts.IStateLayout"/>.
/// </summary>
internal interface IStateFormat<TState>
    where TState : class, new()
{
    /// <summary>The service whose state it is: "cart".</summary>
    string Service { get; }

    /// <summary>Says what has to be written.</summary>
    /// <param name="before">What is stored; null for nothing.</param>
    /// <param name="changes">Receives the document and the items that differ.</param>
    void Write(TState? before, TState after, StateChanges changes);

    /// <summary>Makes a state of what is stored.</summary>
    TState Read(StoredState stored);

    /// <summary>Makes a state of another one.</summary>
    /// <param name="other">What did not change is as in it.</param>
    /// <param name="removed">Items that are not there.</param>
    TState Read(
        TState other, byte[] document, IEnumerable<(string Part, long Id, byte[] Document)> set, IEnumerable<(string Part, long Id)> removed);
}
