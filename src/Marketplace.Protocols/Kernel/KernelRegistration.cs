using Marketplace.Protocols.Commit;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Protocols.Kernel;

/// <summary>Registers what drives a protocol's machines.</summary>
internal static class KernelRegistration
{
    /// <summary>Adds participants that decide with a machine and end transactions by two-phase commit.</summary>
    /// <typeparam name="TMachine">The machine: one an activation.</typeparam>
    /// <param name="services">Where to.</param>
    /// <param name="options">Time-outs and retries.</param>
    /// <returns>The same collection.</returns>
    public static IServiceCollection AddParticipants<TMachine>(this IServiceCollection services, ProtocolOptions options)
        where TMachine : ParticipantMachine => services
        .AddTwoPhaseCommit(options)
        .AddDoubts(options)
        .AddSingleton<ParticipantServices>()
        .AddTransient<ParticipantMachine, TMachine>()
        .AddScoped(typeof(IGrainState<>), typeof(Participant<>));

    private static IServiceCollection AddDoubts(this IServiceCollection services, ProtocolOptions options) => options.IsClustered
        ? services.AddSingleton<Doubts>().AddHostedService(static s => s.GetRequiredService<Doubts>())
        : services;
}
