using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Locking;
using Marketplace.Protocols.None;
using Marketplace.Protocols.OrderedLocking;

namespace Marketplace.Silo.Hosting;

/// <summary>The transaction protocols, by the names that the setting Protocol takes. A new one needs a line here.</summary>
internal static class ProtocolList
{
    private static readonly ImmutableArray<(string Name, Func<IServiceCollection, ProtocolOptions, IServiceCollection> Add)> All =
    [
        ("none", static (services, _) => services.AddNoneProtocol()),
        ("locking", LockingRegistration.AddLockingProtocol),
        ("ordered-locking", OrderedLockingRegistration.AddOrderedLockingProtocol),
        ("deterministic", DeterministicRegistration.AddDeterministicProtocol),
    ];

    /// <summary>The names, the default first.</summary>
    public static string[] Names => [.. All.Select(protocol => protocol.Name)];

    /// <summary>Whether a protocol's transactions can touch grains of several silos.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <returns>False if it needs one silo alone: deterministic has one sequence, in the memory of its silo.</returns>
    public static bool SpansSilos(string name) => name != "deterministic";

    /// <summary>Adds a protocol.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddProtocol(this IServiceCollection services, string name, ProtocolOptions options) =>
        All.First(protocol => protocol.Name == name).Add(services, options);
}
