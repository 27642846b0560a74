using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Puts the local engine under a test.</summary>
internal static class EngineUnderTest
{
    /// <summary>The protocols that only this engine has.</summary>
    public static Dictionary<string, Func<IServiceCollection, ProtocolOptions, IServiceCollection>> Protocols { get; } = [];

    /// <summary>The protocols whose grains receive messages and store what they are told to.</summary>
    public static string[] FaultyProtocols { get; } =
        ["locking", "ordered-locking", "deterministic", "deterministic, for clusters", "optimistic", "saga"];

    /// <summary>As many messages as any of them sends one grain for one transaction: a lock, a question, a decision.</summary>
    public static int OccasionsMax => 3;

    /// <summary>Whether a call is a message of the protocol.</summary>
    public static bool IsMessage(IIncomingGrainCallContext context) => context.MethodName == nameof(IParticipant.Receive);

    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout) => services.AddLocalEngine(engine =>
    {
        engine.GrainAssemblies.Add(typeof(EngineUnderTest).Assembly);
        engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
        engine.ResponseTimeout = responseTimeout;
    });
}
