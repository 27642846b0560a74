using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Silo.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A whole run against a silo that is wrong on purpose: the audit must see it, and name it.</summary>
public sealed class FaultySiloTests
{
    [Theory]
    [InlineData("IStockGrain.Confirm", FaultKind.Lost, "atom.no-residue")]
    [InlineData("IStockGrain.OnProductDeleted", FaultKind.Lost, "stock.reference")]
    [InlineData("ICustomerGrain.OnPaymentConfirmed", FaultKind.Lost, "customer.counts")]
    [InlineData("ICustomerGrain.OnPaymentConfirmed", FaultKind.Twice, "customer.counts")]
    [InlineData("ICustomerGrain.OnDelivered", FaultKind.Lost, "customer.counts")]
    [InlineData("IOrderGrain.OnPaymentConfirmed", FaultKind.Lost, "atom.checkout")]
    [InlineData("IShipmentGrain.OnPaymentConfirmed", FaultKind.Lost, "atom.checkout")]
    [InlineData("ISellerGrain.OnInvoiceIssued", FaultKind.Lost, "money.seller")]
    [InlineData("ISellerGrain.OnDelivered", FaultKind.Lost, "atom.delivery")]
    [InlineData("ISellerGrain.OnShipmentNotification", FaultKind.Lost, "dash.final")]
    public async Task The_audit_sees_what_went_wrong(string method, FaultKind kind, string check)
    {
        using var run = new RunFolder();
        var exitCode = await Run(run, services => services.AddSingleton<IIncomingGrainCallFilter>(new FaultFilter(method, kind)));
        Assert.Contains(check, run.Violations().Keys);
        Assert.True(File.Exists(Path.Combine(run.Results, "report.html")));
        Assert.InRange(exitCode, 0, 1);
    }

    [Fact]
    public async Task A_silo_without_faults_has_no_violation()
    {
        using var run = new RunFolder();
        Assert.Equal(0, await Run(run, static _ => { }));
        Assert.Empty(run.Violations());
    }

    private static async Task<int> Run(RunFolder run, Action<IServiceCollection> configure)
    {
        var cancellation = TestContext.Current.CancellationToken;
        await using var silo = SiloHost.Build(
            ["--urls", "http://127.0.0.1:0", "--Marketplace:Preset", "orleans", "--Logging:LogLevel:Default", "Warning"],
            configure);
        await silo.StartAsync(cancellation);
        var url = silo.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First();
        var scenario = run.WriteScenario($$"""
            {
              "name": "faulty",
              "target": { "urls": ["{{url}}"] },
              "data": { "sizeFactor": 0.02 },
              "workload": { "mix": { "checkout": 40, "priceUpdate": 5, "productDelete": 10, "updateDelivery": 40, "dashboard": 5 } },
              "load": { "concurrency": 4, "operations": 2000 },
              "epochs": { "count": 2, "seconds": 30, "warmUp": 0 }
            }
            """);
        var output = new StringWriter();
        var exitCode = await DriverCli.RunAsync(["run", scenario, "--output", run.Results, "--quiet"], new DriverHost
        {
            Out = output,
            Error = output,
            IsTerminal = false,
            Time = TimeProvider.System,
            Interrupt = cancellation,
            SiloStarted = static _ => { },
            Audit = new MarketplaceAudit(),
            Report = new HtmlReport(),
        });
        TestContext.Current.TestOutputHelper?.WriteLine(output.ToString());
        return exitCode;
    }
}
