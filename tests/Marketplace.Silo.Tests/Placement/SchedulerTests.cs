using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Tests.Gateway;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Placement;

/// <summary>Schedulers of the services in one silo, on the engines that have them: calls by message share the scheduler of Orleans.</summary>
public sealed class SchedulerTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("orleans", "shared")]
    [InlineData("orleans", "per-service")]
    [InlineData("local", "shared")]
    [InlineData("local", "per-service")]
    public async Task The_export_tells_on_which_scheduler_each_service_ran(string engine, string placement)
    {
        await using var silo = await RunningSilo.StartWithData($"Engine={engine}", $"Placement={placement}", "Cluster:SiloName=this-one");
        await UseAllServices(silo);
        var records = await silo.Placement();
        Assert.Equal(MarketplaceServices.Names, records.Select(record => record.Service));
        Assert.All(records, record =>
        {
            Assert.Equal(("this-one", 0), (record.Silo, record.Services.Length));
            Assert.Equal(placement == "shared" ? "shared" : record.Service, record.Scheduler);
            Assert.True(record.Activations > 0, $"{record.Service} had no activation.");
            Assert.Equal((null, null, null), (record.DatabaseRole, record.Schema, record.Database));
        });
        var customers = Bodies.Customers.Count();
        Assert.Equal(customers, records.Single(record => record.Service == "customer").Activations);
    }

    [Theory]
    [InlineData("orleans")]
    [InlineData("local")]
    public async Task A_service_without_activations_has_run_on_no_scheduler(string engine)
    {
        await using var silo = await RunningSilo.Start($"Engine={engine}", "Placement=per-service");
        Assert.All(await silo.Placement(), record => Assert.Equal((0, ""), (record.Activations, record.Scheduler)));
    }

    [Theory]
    [InlineData("orleans")]
    [InlineData("local")]
    public async Task A_service_that_is_occupied_holds_up_nobody_else(string engine)
    {
        await using var silo = await RunningSilo.StartWithData($"Engine={engine}", "Placement=per-service", "Placement:Parallelism=1");
        using var occupation = await Occupation.Of(silo, "seller");
        var dashboard = silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1");
        for (var i = 0; i < 20; i++)
        {
            await silo.Add(1, Bodies.Item(1, 2)).WaitAsync(Patience, Cancellation);
            await silo.Expect(200, HttpMethod.Get, "/stock/1/2").WaitAsync(Patience, Cancellation);
        }

        Assert.False(dashboard.IsCompleted);
        occupation.End();
        await dashboard;
    }

    [Theory]
    [InlineData("orleans")]
    [InlineData("local")]
    public async Task Requests_beyond_those_that_may_wait_are_refused_and_told_when_to_come_again(string engine)
    {
        await using var silo = await RunningSilo.StartWithData(
            $"Engine={engine}", "Placement=per-service", "Placement:Parallelism=1", "Placement:MaxWaiting=2");
        using var occupation = await Occupation.Of(silo, "seller");
        var requests = Enumerable.Range(0, 5).Select(_ => silo.Send(HttpMethod.Get, "/seller/dashboard/1", null)).ToList();
        for (var refused = 0; refused < 3; refused++)
        {
            var first = await Task.WhenAny(requests);
            requests.Remove(first);
            using var answer = await first;
            Assert.Equal(503, (int)answer.StatusCode);
            Assert.Equal(TimeSpan.FromSeconds(1), answer.Headers.RetryAfter!.Delta);
            Assert.Contains("\"overloaded\"", await answer.Content.ReadAsStringAsync(Cancellation), StringComparison.Ordinal);
        }

        occupation.End();
        foreach (var request in requests)
        {
            using var answer = await request;
            Assert.Equal(200, (int)answer.StatusCode);
        }
    }

    [Theory]
    [InlineData("orleans")]
    [InlineData("local")]
    public async Task A_request_whose_client_went_away_while_it_waited_does_nothing(string engine)
    {
        await using var silo = await RunningSilo.StartWithData($"Engine={engine}", "Placement=per-service");
        var entrance = new SchedulerEntrance(silo.App.Services.GetRequiredService<SchedulerGroups>());
        var runs = 0;
        var handler = entrance.Through(RouteTable.All.First(static route => route.Service == "cart"), _ =>
        {
            runs++;
            return Task.CompletedTask;
        });
        await handler(new DefaultHttpContext { RequestAborted = new CancellationToken(canceled: true) });
        Assert.Equal(0, runs);
        await handler(new DefaultHttpContext());
        Assert.Equal(1, runs);
    }

    private static async Task UseAllServices(RunningSilo silo)
    {
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.CheckOut(1, "1");
        await silo.Expect(202, HttpMethod.Patch, "/shipment/2");
        await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1");
    }

    /// <summary>Keeps the one worker of a service.</summary>
    private sealed class Occupation : IDisposable
    {
        private readonly ManualResetEventSlim _end = new();
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private Task _occupying = Task.CompletedTask;

        public static async Task<Occupation> Of(RunningSilo silo, string service)
        {
            var occupation = new Occupation();
            occupation._occupying = occupation.Occupy(silo.App.Services.GetRequiredService<SchedulerGroups>(), service);
            await occupation._begun.Task;
            return occupation;
        }

        public void End() => _end.Set();

        public void Dispose() => _end.Set();

        private async Task Occupy(SchedulerGroups groups, string service)
        {
            await groups.Enter(service);
            _begun.SetResult();
            if (!_end.Wait(Patience, CancellationToken.None))
                throw new TimeoutException($"The service {service} was occupied for too long.");
        }
    }
}
