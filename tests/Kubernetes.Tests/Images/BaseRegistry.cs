using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Marketplace.Kubernetes.Tests.Images;

/// <summary>
/// A container registry on loopback with one image under every name: what .NET's chiselled images say of themselves, and no files. On it
/// the SDK makes our images without leaving this machine.
/// </summary>
internal sealed class BaseRegistry : IAsyncDisposable
{
    private const string ManifestType = "application/vnd.docker.distribution.manifest.v2+json";

    private readonly WebApplication _server;
    private readonly Dictionary<string, byte[]> _blobs = [];
    private readonly byte[] _manifest;

    private BaseRegistry(WebApplication server)
    {
        _server = server;
        var files = new MemoryStream();
        using (var tar = new TarWriter(files, leaveOpen: true))
        {
            tar.WriteEntry(new PaxTarEntry(TarEntryType.Directory, "tmp"));
        }

        var layer = new MemoryStream();
        using (var zip = new GZipStream(layer, CompressionLevel.Fastest, leaveOpen: true))
        {
            zip.Write(files.ToArray());
        }

        var layerDigest = Add(layer.ToArray());
        var config = Encoding.UTF8.GetBytes($$"""
            {
              "architecture": "amd64", "os": "linux",
              "config": { "Env": ["PATH=/usr/bin:/bin", "APP_UID=1654", "ASPNETCORE_HTTP_PORTS=8080"], "User": "1654" },
              "rootfs": { "type": "layers", "diff_ids": ["{{Digest(files.ToArray())}}"] },
              "history": [{ "created_by": "test" }]
            }
            """);
        _manifest = Encoding.UTF8.GetBytes($$"""
            {
              "schemaVersion": 2, "mediaType": "{{ManifestType}}",
              "config": { "mediaType": "application/vnd.docker.container.image.v1+json", "size": {{config.Length}}, "digest": "{{Add(config)}}" },
              "layers": [{
                "mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip", "size": {{layer.Length}}, "digest": "{{layerDigest}}"
              }]
            }
            """);
    }

    /// <summary>Host and port; by this name the SDK takes it without TLS.</summary>
    public string Address => $"localhost:{new Uri(Addresses.Addresses.First()).Port}";

    private IServerAddressesFeature Addresses => _server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!;

    public static async Task<BaseRegistry> Start()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var registry = new BaseRegistry(builder.Build());
        registry._server.Run(registry.Answer);
        await registry._server.StartAsync();
        return registry;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    // GET and HEAD /v2/, /v2/NAME/manifests/TAG, /v2/NAME/blobs/DIGEST
    private async Task Answer(HttpContext context)
    {
        var path = context.Request.Path.Value!.Split('/');
        var isManifest = path is [.., "manifests", _];
        var body = isManifest ? _manifest : path is [.., "blobs", var digest] ? _blobs[digest] : "{}"u8.ToArray();
        context.Response.ContentType = isManifest ? ManifestType : "application/octet-stream";
        context.Response.ContentLength = body.Length;
        context.Response.Headers["Docker-Content-Digest"] = Digest(body);
        if (HttpMethods.IsGet(context.Request.Method))
            await context.Response.Body.WriteAsync(body, context.RequestAborted);
    }

    private string Add(byte[] blob)
    {
        _blobs[Digest(blob)] = blob;
        return Digest(blob);
    }

    private static string Digest(byte[] blob) => $"sha256:{Convert.ToHexStringLower(SHA256.HashData(blob))}";
}
