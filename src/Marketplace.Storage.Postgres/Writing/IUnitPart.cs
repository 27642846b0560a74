namespace Marketplace.Storage.Postgres.Writing;

/// <summary>One of the writes of a unit.</summary>
internal interface IUnitPart
{
    /// <summary>The state that it writes; null if it writes something else.</summary>
    IBatchedState? State => null;

    /// <summary>Goes into a batch, with all others of its unit.</summary>
    void AddTo(Batch batch);
}
