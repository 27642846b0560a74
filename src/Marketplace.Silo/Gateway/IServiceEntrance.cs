namespace Marketplace.Silo.Gateway;

/// <summary>What requests pass on their way to the services that they need.</summary>
internal interface IServiceEntrance
{
    /// <summary>Has the handler of a route run where and when its services allow it; other requests are refused.</summary>
    RequestDelegate Through(RouteEntry route, RequestDelegate handler);
}
