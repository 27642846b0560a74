using System.Net;
using System.Net.Sockets;

namespace Marketplace.TestSupport;

/// <summary>Ports for servers of tests.</summary>
internal static class LoopbackPort
{
    /// <summary>A loopback port that was free a moment ago.</summary>
    public static int Free()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
