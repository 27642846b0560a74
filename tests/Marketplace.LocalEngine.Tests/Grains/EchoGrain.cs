using Marketplace.LocalEngine.Tests.Fixtures;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Tests.Grains;

/// <summary>Answers, fails and is cancelled in all the ways there are.</summary>
public interface IEcho : IGrainWithStringKey
{
    Task<string?> Echo(string? text, int times = 1);

    ValueTask<string?> EchoAfterYield(string? text);

    Task<string> ThrowAtOnce();

    Task ThrowAfterYield();

    ValueTask<int> ThrowValueAtOnce();

    ValueTask ThrowValueAfterYield();

    Task WaitForCancellation(CancellationToken cancellationToken);

    Task WaitForever(string gate);

    /// <summary>Forgets to return a task.</summary>
    Task<string> ReturnNull();

    [OneWay]
    Task HoldOneWay(string gate);

    [OneWay]
    ValueTask FailOneWay();

    /// <summary>The value of a key of the request context, here and at the next grain.</summary>
    Task<string> Context(string key, IEcho? next);

    /// <summary>Sets a key; callers must not see it.</summary>
    Task SetContext(string key, string value);

    /// <summary>The async-local value that this code sees; sets it to another.</summary>
    Task<string?> AsyncLocalValue(string set);
}

internal sealed class EchoGrain(Gates gates, Journal journal) : Grain, IEcho
{
    public static readonly AsyncLocal<string?> Local = new();

    public Task<string?> Echo(string? text, int times = 1) =>
        Task.FromResult(text is null ? null : string.Concat(Enumerable.Repeat(text, times)));

    public async ValueTask<string?> EchoAfterYield(string? text)
    {
        await Task.Yield();
        return text;
    }

    public Task<string> ThrowAtOnce() => throw new InvalidOperationException("at once");

    public async Task ThrowAfterYield()
    {
        await Task.Yield();
        throw new InvalidOperationException("after yield");
    }

    public ValueTask<int> ThrowValueAtOnce() => throw new InvalidOperationException("value at once");

    public async ValueTask ThrowValueAfterYield()
    {
        await Task.Yield();
        throw new InvalidOperationException("value after yield");
    }

    public async Task WaitForCancellation(CancellationToken cancellationToken) => await gates.PassAsync("never", cancellationToken);

    public Task WaitForever(string gate) => gates.PassAsync(gate);

    public Task<string> ReturnNull() => null!;

    public async Task HoldOneWay(string gate)
    {
        await gates.PassAsync(gate);
        journal.Write("one way done");
    }

    public ValueTask FailOneWay() => throw new InvalidOperationException("nobody sees this");

    public async Task<string> Context(string key, IEcho? next)
    {
        var here = RequestContext.Get(key) as string ?? "none";
        await Task.Yield();
        var later = RequestContext.Get(key) as string ?? "none";
        return next is null ? $"{here} {later}" : $"{here} {later} {await next.Context(key, null)}";
    }

    public Task SetContext(string key, string value)
    {
        RequestContext.Set(key, value);
        return Task.CompletedTask;
    }

    public Task<string?> AsyncLocalValue(string set)
    {
        var seen = Local.Value;
        Local.Value = set;
        return Task.FromResult(seen);
    }
}
