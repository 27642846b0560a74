using BenchmarkDotNet.Attributes;
using Orleans;

namespace Marketplace.Benchmarks;

/// <summary>One call after the other, so one core at a time. Time and bytes are a call's.</summary>
public class CallBenchmarks
{
    private const int Calls = 50_000;

    private RunningEngine _engine = null!;
    private IGrainFactory _factory = null!;
    private IBenchmarkGrain _grain = null!;
    private IBenchmarkGrain _caller = null!;
    private long _lastKey = 1_000_000;

    /// <summary>What runs the grains.</summary>
    [Params(EngineKind.Local, EngineKind.Inline, EngineKind.Messages)]
    public EngineKind Engine { get; set; }

    [GlobalSetup]
    public async Task SetUp()
    {
        _engine = await Engines.Start(Engine);
        _factory = _engine.Grains;
        _grain = await _engine.GetActive(1);
        _caller = await _engine.GetActive(2);
    }

    [GlobalCleanup]
    public async Task CleanUp() => await _engine.DisposeAsync();

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle")]
    public async Task<int> Idle()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.Next();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle, ValueTask")]
    public async Task<int> IdleValueTask()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.NextValue();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "idle, from a grain")]
    public Task<int> IdleFromGrain() => _caller.CallNext(_grain, Calls);

    [Benchmark(OperationsPerInvoke = Calls, Description = "yielding")]
    public async Task<int> Yielding()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _grain.NextAfterYield();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "yielding, from a grain")]
    public Task<int> YieldingFromGrain() => _caller.CallNextAfterYield(_grain, Calls);

    [Benchmark(OperationsPerInvoke = Calls, Description = "GetGrain")]
    public IBenchmarkGrain GetGrain()
    {
        var grain = _grain;
        for (var i = 0; i < Calls; i++)
            grain = _factory.GetGrain<IBenchmarkGrain>(i);
        return grain;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "GetGrain and call")]
    public async Task<int> GetGrainAndCall()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _factory.GetGrain<IBenchmarkGrain>(i & 1023).Next();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "first call, which activates")]
    public async Task<int> FirstCall()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _factory.GetGrain<IBenchmarkGrain>(++_lastKey).Next();
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Calls, Description = "first call, with a scoped service")]
    public async Task<int> FirstCallWithScopedService()
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
            sum += await _factory.GetGrain<IScopedGrain>(++_lastKey).Next();
        return sum;
    }
}
