using Marketplace.Protocols.Kernel;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Locking;

/// <summary>Registers the protocol `locking`.</summary>
public static class LockingRegistration
{
    /// <summary>The protocol.</summary>
    public static ProtocolDescription Protocol { get; } = new("locking", AddLockingProtocol);

    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    public static IServiceCollection AddLockingProtocol(this IServiceCollection services, ProtocolOptions options) =>
        services.AddParticipants<LockingMachine>(options)
            .AddSingleton<IWaitRule, WaitDie>()
            .AddSingleton<ITransactionProtocol, LockingProtocol>();
}
