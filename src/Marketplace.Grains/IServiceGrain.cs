using Marketplace.Protocols;

namespace Marketplace.Grains;

/// <summary>What every grain of the eight services can do.</summary>
public interface IServiceGrain : IParticipant
{
    /// <summary>Puts the grain back to what was ingested (contract §2, reset).</summary>
    Task Reset(TransactionContext tx);

    /// <summary>Forgets everything, ingested data too (contract §2, cleanup).</summary>
    Task Clear(TransactionContext tx);
}
