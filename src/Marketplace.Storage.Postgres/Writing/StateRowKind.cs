namespace Marketplace.Storage.Postgres.Writing;

/// <summary>What is done to a record.</summary>
internal enum StateRowKind
{
    /// <summary>There is none yet.</summary>
    Made,

    /// <summary>There is one.</summary>
    Changed,

    /// <summary>There shall be none.</summary>
    Cleared,
}
