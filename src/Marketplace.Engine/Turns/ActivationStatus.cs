namespace Marketplace.Engine.Turns;

/// <summary>The life of an activation, in order.</summary>
internal enum ActivationStatus : byte
{
    /// <summary>No request can start: it has had no turn yet, or is not active here.</summary>
    New,

    /// <summary>OnActivateAsync is under way; requests wait.</summary>
    Activating,

    /// <summary>Requests start.</summary>
    Active,

    /// <summary>It will leave when no request runs; those that may interleave with the running ones still start.</summary>
    Draining,

    /// <summary>OnDeactivateAsync is under way; requests wait for the next activation.</summary>
    Deactivating,

    /// <summary>It has left; requests go to the next activation.</summary>
    Gone,
}
