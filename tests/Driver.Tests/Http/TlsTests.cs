using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Marketplace.Driver.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Marketplace.Driver.Tests.Http;

public sealed class TlsTests
{
    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task Https_is_spoken_with_a_target_whose_certificate_is_trusted_and_with_no_other(bool isTrusted, bool isBlocking)
    {
        using var certificate = SelfSigned();
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(certificate)));
        await using var server = builder.Build();
        server.Run(context => context.Response.WriteAsync("secret"));
        await server.StartAsync(TestContext.Current.CancellationToken);
        var url = new Uri($"https://localhost:{new Uri(server.Urls.Single()).Port}");
        var endpoint = await HttpEndpoint.Resolve(url, TestContext.Current.CancellationToken);
        if (isTrusted) endpoint.Tls!.CertificateChainPolicy = Trusting(certificate);

        using var sweep = new TimeoutSweep(TimeProvider.System, TimeSpan.FromSeconds(30));
        using var connection = new HttpConnection(endpoint, sweep, isBlocking);
        var request = new RequestBuffer(endpoint).Begin("GET "u8, "/"u8).EndWithoutBody();
        for (var i = 0; i < 2; i++)
        {
            var answer = await connection.Send(request);
            Assert.Equal(isTrusted ? HttpFailure.None : HttpFailure.NotSent, answer.Failure);
            Assert.Equal(isTrusted ? "secret" : "", Encoding.ASCII.GetString(answer.Body.Span));
        }
    }

    private static X509ChainPolicy Trusting(X509Certificate2 certificate)
    {
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.Add(certificate);
        return policy;
    }

    private static X509Certificate2 SelfSigned()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
    }
}
