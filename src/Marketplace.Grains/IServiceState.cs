using Marketplace.Protocols;

namespace Marketplace.Grains;

/// <summary>What the state of every service can do.</summary>
public interface IServiceState : IStorableState
{
    /// <summary>Goes back to what was ingested.</summary>
    void Reset();
}
