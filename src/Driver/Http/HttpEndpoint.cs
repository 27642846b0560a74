using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Marketplace.Driver.Http;

/// <summary>A base address, resolved once: what each connection and request to it needs.</summary>
internal sealed class HttpEndpoint
{
    private HttpEndpoint(Uri url, IPEndPoint[] addresses)
    {
        Addresses = addresses;
        Tls = url.Scheme == Uri.UriSchemeHttps ? new SslClientAuthenticationOptions { TargetHost = url.DnsSafeHost } : null;
        PathPrefix = Encoding.ASCII.GetBytes(url.AbsolutePath.TrimEnd('/'));
        HostLine = Encoding.ASCII.GetBytes($" HTTP/1.1\r\nHost: {url.Authority}\r\n");
    }

    /// <summary>Socket addresses, in the order in which they are tried.</summary>
    public IPEndPoint[] Addresses { get; }

    /// <summary>How https is negotiated; null for http.</summary>
    public SslClientAuthenticationOptions? Tls { get; }

    /// <summary>Path of the base address, put before each path.</summary>
    public byte[] PathPrefix { get; }

    /// <summary>End of the request line, and the Host header.</summary>
    public byte[] HostLine { get; }

    /// <summary>Resolves a base address.</summary>
    /// <param name="url">http or https; host name, IPv4 or IPv6 address.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="SocketException">The host name is unknown.</exception>
    public static async Task<HttpEndpoint> ResolveAsync(Uri url, CancellationToken cancellationToken)
    {
        var addresses = await Dns.GetHostAddressesAsync(url.DnsSafeHost, cancellationToken);
        if (addresses.Length == 0) throw new SocketException((int)SocketError.HostNotFound);
        return new HttpEndpoint(url, [.. addresses.Select(address => new IPEndPoint(address, url.Port))]);
    }
}
