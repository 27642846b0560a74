using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Puts the local engine under a test.</summary>
internal static class EngineUnderTest
{
    /// <summary>The protocols that only this engine has.</summary>
    public static Dictionary<string, Func<IServiceCollection, ProtocolOptions, IServiceCollection>> Protocols { get; } = [];

    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout) => services.AddLocalEngine(engine =>
    {
        engine.GrainAssemblies.Add(typeof(EngineUnderTest).Assembly);
        engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
        engine.ResponseTimeout = responseTimeout;
    });
}
