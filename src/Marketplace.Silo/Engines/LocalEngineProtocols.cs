using Marketplace.Protocols;

namespace Marketplace.Silo.Engines;

/// <summary>The transaction protocols that one of the engines has and the other has not.</summary>
internal static class EngineProtocols
{
    /// <summary>Adds the transactions of Orleans, which the local engine does not have.</summary>
    public static Func<IServiceCollection, ProtocolOptions, IServiceCollection>? OrleansTransactions => null;
}
