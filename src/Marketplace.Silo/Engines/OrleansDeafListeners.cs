using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Takes the port away from a silo that is alone. Nobody ever connects to it, and a port that was free when the silo chose it may be
/// another process's when Orleans opens it, which would end the silo.
/// </summary>
internal static class OrleansDeafListeners
{
    /// <summary>Has Orleans listen to nobody.</summary>
    /// <param name="services">The services of a silo, with those of Orleans.</param>
    /// <exception cref="InvalidOperationException">This version of Orleans listens in another way.</exception>
    public static void ListenToNobody(this IServiceCollection services)
    {
        // Orleans keeps one for silos and one for clients, under keys of its own.
        var keys = services
            .Where(static service => service.ServiceType == typeof(IConnectionListenerFactory) && service.IsKeyedService)
            .Select(static service => service.ServiceKey)
            .Distinct()
            .ToList();
        if (keys.Count == 0)
            throw new InvalidOperationException("Orleans has no listeners to replace.");
        foreach (var key in keys)
            services.AddKeyedSingleton<IConnectionListenerFactory, DeafListeners>(key);
    }

    private sealed class DeafListeners : IConnectionListenerFactory
    {
        ValueTask<IConnectionListener> IConnectionListenerFactory.BindAsync(EndPoint endpoint, CancellationToken cancellationToken) =>
            new(new DeafListener(endpoint));
    }

    private sealed class DeafListener(EndPoint endpoint) : IConnectionListener
    {
        private readonly TaskCompletionSource<ConnectionContext?> _unbound = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public EndPoint EndPoint { get; } = endpoint;

        // No connection says that the listener has ended.
        ValueTask<ConnectionContext?> IConnectionListener.AcceptAsync(CancellationToken cancellationToken) =>
            new(_unbound.Task.WaitAsync(cancellationToken));

        ValueTask IConnectionListener.UnbindAsync(CancellationToken cancellationToken) => DisposeAsync();

        public ValueTask DisposeAsync()
        {
            _unbound.TrySetResult(null);
            return ValueTask.CompletedTask;
        }
    }
}
