using Marketplace.Protocols;
using Marketplace.Protocols.OrleansTransactions;
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

/// <summary>Puts Microsoft Orleans under a test, one silo to a cluster.</summary>
internal static class EngineUnderTest
{
    /// <summary>The protocols that only this engine has.</summary>
    public static Dictionary<string, Func<IServiceCollection, ProtocolOptions, IServiceCollection>> Protocols { get; } = new()
    {
        ["orleans-transactions"] = OrleansTransactionsRegistration.AddOrleansTransactionsProtocol,
    };

    /// <summary>
    /// Orleans' own, and one of ours, at one occasion of each fault: a silo takes a second or two to come and go here, and what ours do about
    /// faults is the same code on the local engine, where all of them are tried at each occasion.
    /// </summary>
    public static string[] FaultyProtocols { get; } = ["ordered-locking", "orleans-transactions"];

    /// <summary>See <see cref="FaultyProtocols"/>.</summary>
    public static int OccasionsMax => 1;

    /// <summary>Whether a call is a message of the protocol. The touch before a transaction of Orleans is none: what counts is how it ends.</summary>
    public static bool IsMessage(IIncomingGrainCallContext context) => context.MethodName == nameof(IParticipant.Receive)
        ? context.Request.GetArgument(0)?.GetType().Name != "Touch"
        : context.InterfaceMethod.DeclaringType == typeof(ITransactionalResourceExtension)
            || context.InterfaceMethod.DeclaringType == typeof(ITransactionManagerExtension);

    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout)
    {
        services.AddSingleton<IConfigureGrainContextProvider, OrleansActivation>();
        services.AddLogging(static logging => logging.SetMinimumLevel(LogLevel.Error));
        services.AddOrleans(silo => silo
            .UseLocalhostClustering(LoopbackPort.Free(), gatewayPort: 0)
            .UseTransactions()
            .Configure<SiloMessagingOptions>(messaging => messaging.ResponseTimeout = responseTimeout));
    }
}
