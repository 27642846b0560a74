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
        run.AssertNoViolation();
    }

    private static Task<int> Run(RunFolder run, Action<IServiceCollection> configure) =>
        new FaultyRun(["--Logging:LogLevel:Default", "Warning"], """{ "concurrency": 4, "operations": 1000 }""").In(run, configure);
}
