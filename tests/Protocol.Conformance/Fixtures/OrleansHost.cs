using Marketplace.Protocols;
using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Silo.Engines;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Runtime;

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
    /// One protocol and one occasion of each fault: a silo takes a second or two to come and go here, and what a protocol does about faults is
    /// the same code on the local engine, where all of them are tried at each occasion.
    /// </summary>
    public static string[] FaultyProtocols { get; } = ["ordered-locking"];

    /// <summary>See <see cref="FaultyProtocols"/>.</summary>
    public static int OccasionsMax => 1;

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
