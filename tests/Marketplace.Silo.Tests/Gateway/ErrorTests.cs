using System.Text;
using Marketplace.Grains.Customer;
using Marketplace.Silo.Tests.Receipts;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class ErrorTests(SharedSilo shared) : IClassFixture<SharedSilo>
{
    [Fact]
    public async Task Routing_answers_in_the_form_of_all_errors()
    {
        var silo = await shared.Started;
        await silo.Expect(404, HttpMethod.Get, "/nothing/here");
        await silo.Expect(404, HttpMethod.Get, "/");
        var problem = await silo.Expect(405, HttpMethod.Get, "/customer");
        Assert.Contains("POST", (string?)problem!["detail"], StringComparison.Ordinal);
        using var answer = await silo.Send(HttpMethod.Delete, "/cart/1/add", null);
        Assert.Equal(["PATCH", "POST", "PUT"], answer.Content.Headers.Allow.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/json; charset=utf-8")]
    [InlineData("application/json;charset=UTF-8")]
    [InlineData("Application/JSON; charset=\"utf-8\"")]
    public async Task A_body_is_json_in_utf8(string contentType)
    {
        await using var silo = await RunningSilo.StartWithData();
        using var answer = await silo.Send(HttpMethod.Patch, "/cart/1/add", Bodies.Item(1, 2).ToJsonString(), contentType);
        Assert.Equal(200, (int)answer.StatusCode);
    }

    [Theory]
    [InlineData("text/plain")]
    [InlineData("application/xml")]
    [InlineData("application/x-www-form-urlencoded")]
    [InlineData("application/json; charset=utf-16")]
    public async Task Anything_else_is_415(string contentType)
    {
        var silo = await shared.Started;
        using var answer = await silo.Send(HttpMethod.Patch, "/cart/1/add", Bodies.Item(1, 2).ToJsonString(), contentType);
        Assert.Equal(415, (int)answer.StatusCode);
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
    }

    [Fact]
    public async Task A_body_without_a_type_is_taken_for_json()
    {
        await using var silo = await RunningSilo.StartWithData();
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(Bodies.Item(1, 2).ToJsonString()));
        using var answer = await silo.Client.PatchAsync("/cart/1/add", content, TestContext.Current.CancellationToken);
        Assert.Equal(200, (int)answer.StatusCode);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("nonsense")]
    public async Task A_body_that_is_no_object_is_400(string body)
    {
        var silo = await shared.Started;
        var problem = await silo.Expect(400, HttpMethod.Patch, "/cart/1/add", body);
        Assert.Equal("invalid-input", (string?)problem!["type"]);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("abc")]
    [InlineData("2147483648")]
    [InlineData("1.0")]
    public async Task An_id_out_of_range_is_400(string id)
    {
        var silo = await shared.Started;
        await silo.Expect(400, HttpMethod.Patch, $"/cart/{id}/add", Bodies.Item(1, 2));
        await silo.Expect(400, HttpMethod.Get, $"/customer/{id}");
        await silo.Expect(400, HttpMethod.Get, $"/seller/dashboard/{id}");
        await silo.Expect(400, HttpMethod.Get, $"/shipment/1/{id}");
    }

    [Fact]
    public async Task A_tid_is_limited()
    {
        await using var silo = await RunningSilo.Start();
        await silo.Expect(400, HttpMethod.Patch, "/shipment/" + new string('7', 129));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/" + new string('7', 128));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_body_over_the_limit_is_413(bool chunked)
    {
        await using var silo = await RunningSilo.StartWithData("Gateway:MaxBodyBytes=2000");
        var item = Bodies.Item(1, 2);
        item["ignored"] = new string('x', 3000);
        using var request = new HttpRequestMessage(HttpMethod.Patch, "/cart/1/add") { Content = new StringContent(item.ToJsonString()) };
        request.Content.Headers.ContentType = new("application/json");
        request.Headers.TransferEncodingChunked = chunked;
        using var answer = await silo.Client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal(413, (int)answer.StatusCode);
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
    }

    [Fact]
    public async Task A_body_that_comes_in_pieces_is_put_together()
    {
        await using var silo = await RunningSilo.StartWithData();
        var item = Bodies.Item(1, 2);
        item["ignored"] = new string('x', 900_000);
        using var request = new HttpRequestMessage(HttpMethod.Patch, "/cart/1/add") { Content = new StringContent(item.ToJsonString()) };
        request.Content.Headers.ContentType = new("application/json");
        request.Headers.TransferEncodingChunked = true;
        using var answer = await silo.Client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal(200, (int)answer.StatusCode);
    }

    [Fact]
    public async Task Names_are_read_in_any_casing()
    {
        await using var silo = await RunningSilo.StartWithData();
        const string body = """{"seller_id":"1","PRODUCTID":2,"unitPrice":"3.10","Quantity":1,"version":0,"more":[{}]}""";
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/add", body);
        var item = (await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]![0]!;
        Assert.Equal((1, 2), ((int)item["sellerId"]!, (int)item["productId"]!));
        Assert.Equal((3.10m, "0"), ((decimal)item["unitPrice"]!, (string?)item["version"]));
    }

    [Fact]
    public async Task A_call_that_takes_too_long_is_504_with_an_unknown_outcome()
    {
        // The data are ingested under the same time-out: it must be long enough for a busy machine, and no payment shorter.
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment, "ResponseTimeout=00:00:05");
        await silo.Add(1, Bodies.Item(1, 2));
        Assert.Equal("timed-out", (string?)(await silo.CheckOut(1, "1", status: 504))!["type"]);
        payment.Release();
    }

    [Fact]
    public async Task An_export_that_fails_after_its_first_records_is_cut_off_and_nothing_else_is_written()
    {
        using var log = new LogRecorder();
        await using var silo = await RunningSilo.Start(services => services
            .AddSingleton<IIncomingGrainCallFilter>(new FailingExport(Bodies.Customers.Last()))
            .AddSingleton<ILoggerProvider>(log));
        await silo.Ingest();
        await Assert.ThrowsAsync<HttpRequestException>(() => silo.Client.GetStringAsync("/audit/customers", TestContext.Current.CancellationToken));
        Assert.Single(log.Lines, static line => line.StartsWith("Export failed while its answer was being sent", StringComparison.Ordinal));
        Assert.DoesNotContain(log.Lines, static line => line.Contains("unhandled exception", StringComparison.Ordinal));
    }

    private sealed class FailingExport(int customer) : IIncomingGrainCallFilter
    {
        public Task Invoke(IIncomingGrainCallContext context) =>
            context.Grain is ICustomerGrain && context.MethodName == "Export" && context.TargetId.GetIntegerKey() == customer
                ? throw new InvalidOperationException("The export fails on purpose.")
                : context.Invoke();
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ErrorTestsOnLocal(SharedSilo shared) : ErrorTests(shared);
