using System.Text.RegularExpressions;
using Marketplace.Silo.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public sealed class NullPresetTests
{
    [Fact]
    public async Task Every_route_answers_at_once()
    {
        await using var silo = await RunningSilo.Start("Preset=null");
        foreach (var route in RouteTable.All)
        {
            var path = route.Pattern.Replace("{name}", "customers", StringComparison.Ordinal);
            path = Regex.Replace(path, @"\{\w+\}", "1");
            var isRead = route.Name.StartsWith("Get", StringComparison.Ordinal) || route.Name == "Replenish";
            foreach (var method in route.Methods)
            {
                var body = method == "GET" ? null : new string('x', 70_000);
                await silo.Expect(isRead ? 404 : route.Success, HttpMethod.Parse(method), path, body);
            }
        }
    }

    [Fact]
    public async Task Answers_have_the_form_that_drivers_read()
    {
        await using var silo = await RunningSilo.Start("Preset=null");
        Assert.Equal("committed", (string?)(await silo.CheckOut(1, "1"))!["outcome"]);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["orderEntries"]!.AsArray());
        Assert.Equal(3, (int)(await silo.Expect(200, HttpMethod.Post, "/import/customers", "{}\n{}\n{}\n"))!["accepted"]!);
    }
}
