using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Benchmarks;

/// <summary>Calls from several threads. Time and bytes are a call's, so two threads that don't disturb each other halve the time.</summary>
public class ThreadBenchmarks
{
    private const int Calls = 50_000;
    private const int CallsInFlight = 100;

    private ServiceProvider _services = null!;
    private IBenchmarkGrain[] _grains = null!;

    [Params(1, 2)]
    public int Threads { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        _services = Engines.StartLocal();
        _grains = await Task.WhenAll(Enumerable.Range(0, Threads).Select(i => Engines.GetActive(_services, i)));
    }

    [GlobalCleanup]
    public async Task CleanUp() => await _services.DisposeAsync();

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle: a grain for each thread")]
    public Task Idle() => Run(static async (grain, calls) =>
    {
        for (var i = 0; i < calls; i++)
            await grain.Next();
    });

    [Benchmark(OperationsPerInvoke = Calls, Description = "yielding: a grain for each thread")]
    public Task Yielding() => Run(static async (grain, calls) =>
    {
        for (var i = 0; i < calls; i++)
            await grain.NextAfterYield();
    });

    [Benchmark(OperationsPerInvoke = Calls, Description = "busy: 100 yielding calls in flight at a grain")]
    public Task Busy() => Run(static async (grain, calls) =>
    {
        var inFlight = new Task<int>[CallsInFlight];
        for (var i = 0; i < calls / CallsInFlight; i++)
        {
            for (var j = 0; j < inFlight.Length; j++)
                inFlight[j] = grain.NextAfterYield();
            foreach (var call in inFlight)
                await call;
        }
    });

    [Benchmark(OperationsPerInvoke = Calls, Description = "contended: one grain for all threads")]
    public Task Contended() => Run(
        static async (grain, calls) =>
        {
            for (var i = 0; i < calls; i++)
                await grain.Next();
        },
        sameGrain: true);

    private Task Run(Func<IBenchmarkGrain, int, Task> run, bool sameGrain = false) =>
        Task.WhenAll(_grains.Select(grain => Task.Run(() => run(sameGrain ? _grains[0] : grain, Calls / Threads))));
}
