using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Marketplace.Driver.Http;

/// <summary>A base address: what each connection and request to it needs.</summary>
internal sealed class HttpEndpoint
{
    private readonly Uri _url;
    private volatile IPEndPoint[] _addresses = [];

    /// <summary>Takes a base address; it is not resolved yet.</summary>
    /// <param name="url">http or https; host name, IPv4 or IPv6 address.</param>
    public HttpEndpoint(Uri url)
    {
        _url = url;
        Tls = url.Scheme == Uri.UriSchemeHttps ? new SslClientAuthenticationOptions { TargetHost = url.DnsSafeHost } : null;
        PathPrefix = Encoding.ASCII.GetBytes(url.AbsolutePath.TrimEnd('/'));
        HostLine = Encoding.ASCII.GetBytes($" HTTP/1.1\r\nHost: {url.Authority}\r\n");
    }

    /// <summary>Socket addresses, in the order in which they are tried; none if the host name was not resolved.</summary>
    public IPEndPoint[] Addresses => _addresses;

    /// <summary>How https is negotiated; null for http.</summary>
    public SslClientAuthenticationOptions? Tls { get; }

    /// <summary>Path of the base address, put before each path.</summary>
    public byte[] PathPrefix { get; }

    /// <summary>End of the request line, and the Host header.</summary>
    public byte[] HostLine { get; }

    /// <summary>Resolves a base address.</summary>
    /// <param name="url">http or https; host name, IPv4 or IPv6 address.</param>
    /// <exception cref="SocketException">The host name is unknown.</exception>
    public static async Task<HttpEndpoint> Resolve(Uri url, CancellationToken cancellationToken)
    {
        var endpoint = new HttpEndpoint(url);
        await endpoint.Refresh(cancellationToken);
        return endpoint;
    }

    /// <summary>Resolves the host name again: who comes back may have another address.</summary>
    /// <exception cref="SocketException">The host name is unknown; the addresses known so far stay.</exception>
    public async Task Refresh(CancellationToken cancellationToken)
    {
        var addresses = await Dns.GetHostAddressesAsync(_url.DnsSafeHost, cancellationToken);
        if (addresses.Length == 0) throw new SocketException((int)SocketError.HostNotFound);
        _addresses = [.. addresses.Select(address => new IPEndPoint(address, _url.Port))];
    }

    public override string ToString() => _url.ToString();
}
