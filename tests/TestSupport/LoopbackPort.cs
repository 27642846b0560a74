using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Marketplace.TestSupport;

/// <summary>
/// Ports for servers of tests. Each process of tests has a block of its own, so that the port of a server that is away for a while is not
/// given to one of another process, and gives a port again only after all others of the block.
/// </summary>
internal static class LoopbackPort
{
    // Below the ports that systems give to outgoing connections: one of these could take a server's port while the server is away.
    private const int Lowest = 10_000;
    private const int AboveHighest = 32_000;

    // More than one process asks for, so that it gives no port twice: a server may be away from its port, and come back to it.
    private const int BlockSize = 2_000;

    private static readonly Block Own = Block.Take();

    /// <summary>A loopback port that was free a moment ago, that no outgoing connection gets, and no other process of tests.</summary>
    public static int Free() => Own.Next();

    /// <summary>Waits until nobody listens on a port any more: a process that was killed has it until it is gone.</summary>
    public static async Task UntilFree(int port)
    {
        TcpListener listener;
        while (!TryListen(port, out listener))
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System);

        listener.Dispose();
    }

    private static bool TryListen(int port, out TcpListener listener)
    {
        listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            listener.Dispose();
            return false;
        }
    }

    // The first port says whose it is: it is listened on until the process ends.
    private sealed class Block(TcpListener owner, int first)
    {
        private int _given;

        public static Block Take()
        {
            while (true)
            {
                var first = Lowest + (RandomNumberGenerator.GetInt32((AboveHighest - Lowest) / BlockSize) * BlockSize);
                if (TryListen(first, out var owner))
                    return new Block(owner, first);
            }
        }

        public int Next()
        {
            while (true)
            {
                var port = first + 1 + (int)((uint)Interlocked.Increment(ref _given) % (BlockSize - 1));
                if (TryListen(port, out var listener))
                {
                    listener.Dispose();
                    GC.KeepAlive(owner);
                    return port;
                }
            }
        }
    }
}
