using Marketplace.Protocols;
using Marketplace.Silo.Engines;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Runtime;
using Orleans.Transactions.Abstractions;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>What runs the grains of a test: a silo of Orleans whose calls run inline, or the local engine.</summary>
internal static class EngineUnderTest
{
    /// <summary>What follows the name of a protocol that runs on the local engine.</summary>
    private const string Local = " (local)";

    /// <summary>A protocol on the local engine.</summary>
    public static string OnLocal(string protocol) => protocol + Local;

    /// <summary>Whether it runs on the local engine.</summary>
    public static bool IsLocal(string protocol) => protocol.EndsWith(Local, StringComparison.Ordinal);

    /// <summary>The protocol, wherever it runs.</summary>
    public static string NameOf(string protocol) => IsLocal(protocol) ? protocol[..^Local.Length] : protocol;

    /// <summary>
    /// The protocols that faults are tried on. In a silo, which takes a second or two to come and go: Orleans' own, and two of ours, one that
    /// rolls back and one that compensates, at one occasion of each fault. On the local engine, whose grains run the same code: all of ours.
    /// </summary>
    public static string[] FaultyProtocols { get; } =
    [
        "ordered-locking", "saga", "orleans-transactions",
        OnLocal("locking"), OnLocal("ordered-locking"), OnLocal("deterministic"), OnLocal("deterministic, for clusters"), OnLocal("optimistic"),
        OnLocal("saga"),
    ];

    /// <summary>
    /// The occasions at which each fault is tried: on the local engine as many as any protocol sends one grain messages for one transaction, a
    /// lock, a question, a decision.
    /// </summary>
    public static int OccasionsMax(string protocol) => IsLocal(protocol) ? 3 : 1;

    /// <summary>Whether a call is a message of the protocol. The touch before a transaction of Orleans is none: what counts is how it ends.</summary>
    public static bool IsMessage(IIncomingGrainCallContext context) => context.MethodName == nameof(IParticipant.Receive)
        ? context.Request.GetArgument(0)?.GetType().Name != "Touch"
        : context.InterfaceMethod.DeclaringType == typeof(ITransactionalResourceExtension)
            || context.InterfaceMethod.DeclaringType == typeof(ITransactionManagerExtension);

    /// <summary>Adds the engine.</summary>
    public static void AddEngine(this IServiceCollection services, string protocol, TimeSpan responseTimeout)
    {
        if (IsLocal(protocol))
        {
            services.AddLocalEngine(engine =>
            {
                engine.GrainAssemblies.Add(typeof(EngineUnderTest).Assembly);
                engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
                engine.ResponseTimeout = responseTimeout;
            });
            return;
        }

        services.AddSingleton<IConfigureGrainContextProvider, OrleansActivation>();
        services.AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Error));
        services.AddOrleans(silo => silo
            .UseLocalhostClustering(LoopbackPort.Free(), gatewayPort: 0)
            .UseTransactions()
            .Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = responseTimeout)).AsOneOfMany();
    }

    /// <summary>
    /// Has the grains of a silo call each other inline, but for the transactions of Orleans, which need messages. To be called when all filters
    /// are there.
    /// </summary>
    public static void AddCalls(this IServiceCollection services, string protocol, TimeSpan responseTimeout)
    {
        if (!IsLocal(protocol) && !protocol.StartsWith("orleans-transactions", StringComparison.Ordinal))
        {
            services.AddInlineCalls(calls =>
            {
                calls.ResponseTimeout = responseTimeout;
                calls.ClosesLane = static grainClass => grainClass.Assembly == typeof(EngineUnderTest).Assembly;
            });
        }
    }
}
