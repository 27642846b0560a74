using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Marketplace.TestSupport;

/// <summary>Ports for servers of tests.</summary>
internal static class LoopbackPort
{
    // Below the ports that systems give to outgoing connections: one of these could take a server's port while the server is away.
    private const int Lowest = 10_000;
    private const int AboveHighest = 32_000;

    /// <summary>A loopback port that was free a moment ago, and that no outgoing connection gets.</summary>
    public static int Free()
    {
        while (true)
        {
            var port = RandomNumberGenerator.GetInt32(Lowest, AboveHighest);
            using var listener = new TcpListener(IPAddress.Loopback, port);
            try
            {
                listener.Start();
                return port;
            }
            catch (SocketException)
            {
                // Somebody has it: another one.
            }
        }
    }
}
