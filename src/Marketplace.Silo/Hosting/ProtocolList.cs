using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Locking;
using Marketplace.Protocols.None;
using Marketplace.Protocols.Optimistic;
using Marketplace.Protocols.OrderedLocking;
using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Protocols.Saga;

namespace Marketplace.Silo.Hosting;

/// <summary>The transaction protocols, by the names that the setting Protocol takes. A new one needs a line here.</summary>
internal static class ProtocolList
{
    /// <summary>The transactions of Orleans, which no other engine has.</summary>
    public const string OrleansTransactions = "orleans-transactions";

    private static readonly ImmutableArray<(string Name, Func<IServiceCollection, ProtocolOptions, IServiceCollection> Add)> All =
    [
        ("none", static (services, _) => services.AddNoneProtocol()),
        ("locking", LockingRegistration.AddLockingProtocol),
        ("ordered-locking", OrderedLockingRegistration.AddOrderedLockingProtocol),
        ("deterministic", DeterministicRegistration.AddDeterministicProtocol),
        ("optimistic", OptimisticRegistration.AddOptimisticProtocol),
        ("saga", SagaRegistration.AddSagaProtocol),
        (OrleansTransactions, OrleansTransactionsRegistration.AddOrleansTransactionsProtocol),
    ];

    /// <summary>The names of all, the default first.</summary>
    public static string[] Names => [.. All.Select(protocol => protocol.Name)];

    /// <summary>Whether a protocol's transactions can touch grains of several silos.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <returns>False if it needs one silo alone: a saga's record is in the memory of its silo.</returns>
    public static bool SpansSilos(string name) => name != "saga";

    /// <summary>Whether a protocol takes back what a transaction has done that fails, and runs it again.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <returns>False if it stays half done.</returns>
    public static bool RollsBack(string name) => name != "none";

    /// <summary>Adds a protocol.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    public static IServiceCollection AddProtocol(this IServiceCollection services, string name, ProtocolOptions options) =>
        All.First(protocol => protocol.Name == name).Add(name == "saga" ? services : services.RefusePendingSagas(), options);
}
