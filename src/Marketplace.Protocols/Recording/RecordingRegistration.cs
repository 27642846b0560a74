using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Protocols.Recording;

/// <summary>Registers the recording of transactions. Without it nothing of it is in the way of a transaction.</summary>
public static class RecordingRegistration
{
    /// <summary>Records what the transactions of the protocol do that is registered already. An <see cref="IHistory"/> takes it.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="level">How much; not <see cref="RecordingLevel.Off"/>.</param>
    /// <param name="isClustered">Whether transactions come to grains of other silos, which record what they do for them.</param>
    public static IServiceCollection AddRecording(this IServiceCollection services, RecordingLevel level, bool isClustered = false)
    {
        ArgumentOutOfRangeException.ThrowIfEqual(level, RecordingLevel.Off);
        var protocol = services.Last(static service => service.ServiceType == typeof(ITransactionProtocol));
        services.RemoveAll<ITransactionProtocol>();
        return services
            .AddSingleton(new ObjectVersions(isClustered))
            .AddSingleton<ITransactionProtocol>(provider => new RecordedProtocol(
                (ITransactionProtocol)protocol.Make(provider),
                provider.GetRequiredService<IHistory>(),
                level,
                isClustered ? new AttemptNames(provider.GetRequiredService<ISiloIdentity>().Key) : null));
    }

    /// <summary>Records the accesses to a state.</summary>
    /// <typeparam name="TState">The state.</typeparam>
    /// <param name="services">Where to.</param>
    /// <param name="number">Number of the state in the records, which no other one has.</param>
    public static IServiceCollection AddRecordedState<TState>(this IServiceCollection services, byte number)
        where TState : class, new() => services
        .AddSingleton(new RecordedKind<TState>(number))
        .AddScoped<IStateStore<Versioned<TState>>, VersionedStore<TState>>()
        .AddScoped<IGrainState<TState>, RecordedState<TState>>();
}

/// <summary>How much of each transaction is recorded (setting Recording).</summary>
public enum RecordingLevel
{
    /// <summary>Nothing: no part of the recording is there.</summary>
    Off = 0,

    /// <summary>How each attempt ended.</summary>
    Outcomes = 1,

    /// <summary>Besides, each version of each object that a transaction read or made.</summary>
    Full = 2,
}
