using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.OrderedLocking;

/// <summary>Registers the protocol `ordered-locking`.</summary>
public static class OrderedLockingRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("ordered-locking", AddOrderedLockingProtocol);

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddOrderedLockingProtocol(this IServiceCollection services, ProtocolOptions options) =>
        services.AddParticipants<LockingMachine>(options)
            .AddSingleton<IWaitRule, WaitInOrder>()
            .AddSingleton<ITransactionProtocol, OrderedLockingProtocol>();
}
