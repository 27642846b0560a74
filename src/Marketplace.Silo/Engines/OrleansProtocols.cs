using Marketplace.Protocols;
using Marketplace.Protocols.OrleansTransactions;

namespace Marketplace.Silo.Engines;

/// <summary>The transaction protocols that one of the engines has and the other has not.</summary>
internal static class EngineProtocols
{
    /// <summary>Adds the transactions of Orleans.</summary>
    public static Func<IServiceCollection, ProtocolOptions, IServiceCollection>? OrleansTransactions { get; } =
        OrleansTransactionsRegistration.AddOrleansTransactionsProtocol;
}
