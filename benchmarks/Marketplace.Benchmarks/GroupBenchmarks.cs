using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Benchmarks;

/// <summary>Calls to idle grains where each grain class runs on a scheduler of its own. Time and bytes are a call's.</summary>
public class GroupBenchmarks
{
    private const int Calls = 50_000;

    private ServiceProvider _services = null!;
    private IBenchmarkGrain _grain = null!;
    private IBenchmarkGrain _caller = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        _services = Engines.StartLocal(options => options.GroupOf = type => type.Name);
        _grain = await Engines.GetActive(_services, 1);
        _caller = await Engines.GetActive(_services, 2);
    }

    [GlobalCleanup]
    public async Task CleanUp() => await _services.DisposeAsync();

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle, within a group")]
    public Task<int> Within() => _caller.CallNext(_grain, Calls);

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle, into a group")]
    public async Task<int> Into()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.Next();
        return sum;
    }
}
