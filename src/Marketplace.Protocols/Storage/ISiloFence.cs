namespace Marketplace.Protocols.Storage;

/// <summary>Keeps a silo that is gone, or that the others take for gone, from storing anything more.</summary>
public interface ISiloFence
{
    /// <summary>Called before the others give up a silo, so that no grain of it begins elsewhere before.</summary>
    /// <param name="silo">Its key (<see cref="ISiloIdentity"/>).</param>
    /// <returns>When what it has stored is there to be read, and all else is refused.</returns>
    Task Close(long silo);
}

/// <summary>Which silo of a cluster this is.</summary>
public interface ISiloIdentity
{
    /// <summary>Its key. No other silo has it, nor has this one after it was started again.</summary>
    long Key { get; }
}
