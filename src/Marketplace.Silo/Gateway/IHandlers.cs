namespace Marketplace.Silo.Gateway;

/// <summary>What stands behind the routes: the services, or nothing.</summary>
internal interface IHandlers
{
    /// <summary>The handler of an operation.</summary>
    /// <param name="operation">The operation.</param>
    /// <returns>The handler. It may throw; <see cref="GuardedHandler"/> answers then.</returns>
    RequestDelegate For(Operation operation);
}
