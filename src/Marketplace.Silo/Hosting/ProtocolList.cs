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
    private static readonly ImmutableArray<ProtocolDescription> All =
    [
        NoneRegistration.Protocol,
        LockingRegistration.Protocol,
        OrderedLockingRegistration.Protocol,
        DeterministicRegistration.Protocol,
        OptimisticRegistration.Protocol,
        SagaRegistration.Protocol,
        OrleansTransactionsRegistration.Protocol,
    ];

    /// <summary>The names of all, the default first.</summary>
    public static string[] Names => [.. All.Select(static protocol => protocol.Name)];

    /// <summary>The names of those under which nobody sees what is not decided.</summary>
    public static string[] Serializable =>
        [.. All.Where(static protocol => protocol.Isolation == TransactionIsolation.Serializable).Select(static protocol => protocol.Name)];

    /// <summary>The transactions of Orleans, which no other engine has.</summary>
    public static string OrleansTransactions => OrleansTransactionsRegistration.Protocol.Name;

    /// <summary>Whether a protocol takes back what a transaction has done that fails, and runs it again.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    public static bool RollsBack(string name) => Of(name).RollsBack;

    /// <param name="name">One of <see cref="Names"/>.</param>
    public static IServiceCollection AddProtocol(this IServiceCollection services, string name, ProtocolOptions options) =>
        services.AddProtocol(Of(name), options);

    private static ProtocolDescription Of(string name) => All.First(protocol => protocol.Name == name);
}
