using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Deterministic;

/// <summary>Registers the protocol `deterministic`.</summary>
public static class DeterministicRegistration
{
    /// <summary>Adds the protocol and its state.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddDeterministicProtocol(this IServiceCollection services, ProtocolOptions options) => services
        .AddRetries(options)
        .AddSingleton<Sequence>()
        .AddSingleton<WaitLimit>()
        .AddSingleton<SequencedCommit>()
        .AddSingleton<Passage>()
        .AddSingleton<ITransactionProtocol, DeterministicProtocol>()
        .AddScoped(typeof(IGrainState<>), typeof(SequencedState<>));
}
