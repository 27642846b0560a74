using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.DependencyInjection;
using Orleans;

namespace Marketplace.Benchmarks;

/// <summary>One call after the other, on one core. Time and bytes are a call's.</summary>
[MemoryDiagnoser]
[ShortRunJob]
public class CallBenchmarks
{
    private const int Calls = 100_000;

    private ServiceProvider _services = null!;
    private IGrainFactory _factory = null!;
    private IBenchmarkGrain _grain = null!;
    private IBenchmarkGrain _caller = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        _services = new ServiceCollection()
            .AddLocalEngine(options => options.GrainAssemblies.Add(typeof(CallBenchmarks).Assembly))
            .BuildServiceProvider();
        _factory = _services.GetRequiredService<IGrainFactory>();
        _grain = _factory.GetGrain<IBenchmarkGrain>(1);
        _caller = _factory.GetGrain<IBenchmarkGrain>(2);
        await _grain.Next();
        await _caller.Next();
    }

    [GlobalCleanup]
    public async Task CleanUp() => await _services.DisposeAsync();

    [Benchmark(OperationsPerInvoke = Calls)]
    public async Task<int> Idle()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.Next();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public async Task<int> IdleWithoutTaskObject()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.NextValue();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public Task<int> IdleFromGrain() => _caller.CallNext(_grain, Calls);

    [Benchmark(OperationsPerInvoke = Calls)]
    public async Task<int> Yielding()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.NextAfterYield();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public Task<int> YieldingFromGrain() => _caller.CallNextAfterYield(_grain, Calls);

    [Benchmark(OperationsPerInvoke = Calls)]
    public IBenchmarkGrain GetGrain()
    {
        var grain = _grain;
        for (var i = 0; i < Calls; i++)
            grain = _factory.GetGrain<IBenchmarkGrain>(i);
        return grain;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public async Task<int> GetGrainAndCall()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _factory.GetGrain<IBenchmarkGrain>(i & 1023).Next();
        return sum;
    }
}
