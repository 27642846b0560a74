namespace Marketplace.Silo.Gateway;

/// <summary>Where the gateway works for a service that has resources of its own.</summary>
internal interface IServiceEntrance
{
    /// <summary>Has a handler work with the resources of a service; requests that find too many waiting are refused.</summary>
    /// <param name="service">Name of the service.</param>
    /// <param name="handler">The handler.</param>
    /// <returns>The handler to call instead.</returns>
    RequestDelegate Through(string service, RequestDelegate handler);
}
