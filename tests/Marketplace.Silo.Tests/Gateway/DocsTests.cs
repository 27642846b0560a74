using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.OpenApi;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public sealed partial class DocsTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_page_loads_nothing_from_elsewhere()
    {
        await using var silo = await RunningSilo.Start();
        using var answer = await silo.Client.GetAsync("/docs/index.html", Cancellation);
        var policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));
        Assert.StartsWith("default-src 'none'; script-src 'self';", policy, StringComparison.Ordinal);

        var page = await answer.Content.ReadAsStringAsync(Cancellation);
        var files = Loaded().Matches(page).Select(static match => match.Groups[1].Value).ToList();
        Assert.Contains(files, static file => file.EndsWith("swagger-ui-bundle.js", StringComparison.Ordinal));
        foreach (var file in files)
        {
            var url = new Uri(new Uri(silo.Client.BaseAddress!, "/docs/index.html"), file);
            Assert.Equal(silo.Client.BaseAddress!.Authority, url.Authority);
            using var loaded = await silo.Client.GetAsync(url, Cancellation);
            Assert.True(loaded.IsSuccessStatusCode, $"{url}: {loaded.StatusCode}");
        }

        // The policy has no place for scripts in the page.
        Assert.DoesNotMatch("<script(?![^>]* src=)", page);
        using var root = await silo.Client.GetAsync("/docs", Cancellation);
        Assert.True(root.IsSuccessStatusCode, $"{root.StatusCode}");
    }

    [Fact]
    public async Task Each_operation_has_an_example_in_the_document()
    {
        await using var silo = await RunningSilo.Start();
        var document = JsonNode.Parse(await silo.Client.GetStringAsync(OpenApiSetup.Path, Cancellation))!;
        var add = document["paths"]!["/cart/{customerId}/add"]!["patch"]!;
        Assert.Equal("1", (string?)add["parameters"]![0]!["example"]);
        Assert.Equal("A book", (string?)add["requestBody"]!["content"]!["application/json"]!["example"]!["productName"]);
        var import = document["paths"]!["/import/customers"]!["post"]!["requestBody"]!["content"]!["application/x-ndjson"]!;
        Assert.Equal("Charles", (string?)JsonNode.Parse((string)import["example"]!)!["first_name"]);

        Assert.All(RouteTable.All, static route => Assert.Equal(route.Request is null, ApiExamples.Of(route).Body is null));
    }

    [GeneratedRegex("""(?:src|href)="([^"#]+)["#]""")]
    private static partial Regex Loaded();
}
