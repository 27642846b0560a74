namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>What stands behind the routes: the services, or nothing.</summary>
internal interface IHandlers
{
    /// <summary>False while the system is being reset or cleaned up.</summary>
    bool IsOpen { get; }

    /// <summary>The handler of an operation.</summary>
    /// <returns>The handler. It may throw; <see cref="GuardedHandler"/> answers then.</returns>
    RequestDelegate For(Operation operation);
}
