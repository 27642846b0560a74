using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

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

    Task WaitForCancellationAt(IEcho other, CancellationToken cancellationToken);

    /// <summary>Waits at the gate without a look at the token, then writes what the token says: "done" or "done, cancelled".</summary>
    Task HoldUncancelled(string gate, CancellationToken cancellationToken);

    /// <summary>Waits at the gate, and writes where it is told of the cancellation.</summary>
    Task WatchToken(string gate, CancellationToken cancellationToken);

    Task KeepToken(CancellationToken cancellationToken);

    Task<bool> IsKeptTokenCancelled();

    Task WaitForever(string gate);

    /// <summary>Fails at the other grain.</summary>
    Task RunShort(int missing, IEcho? other);

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

    /// <summary>In which grain the code runs after awaits of several kinds.</summary>
    Task<string[]> WhereAfterAwaits(string gate, IEcho other);
}

/// <summary>An exception with content.</summary>
[GenerateSerializer]
internal sealed class ShortageException(int missing) : Exception($"{missing} missing")
{
    [Id(0)]
    public int Missing { get; } = missing;
}

internal sealed class EchoGrain(Gates gates, Journal journal, IGrainContextAccessor accessor) : Grain, IEcho
{
    public static readonly AsyncLocal<string?> Local = new();

    private CancellationToken _kept;

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

    public async Task WaitForCancellation(CancellationToken cancellationToken) => await gates.Pass("never", cancellationToken);

    public Task WaitForCancellationAt(IEcho other, CancellationToken cancellationToken) => other.WaitForCancellation(cancellationToken);

    public async Task HoldUncancelled(string gate, CancellationToken cancellationToken)
    {
        await gates.Pass(gate, CancellationToken.None);
        journal.Write(cancellationToken.IsCancellationRequested ? "done, cancelled" : "done");
    }

    public async Task WatchToken(string gate, CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.Register(
            () => journal.Write($"cancelled in {Here()}"));
        await gates.Pass(gate, CancellationToken.None);
    }

    public Task KeepToken(CancellationToken cancellationToken)
    {
        _kept = cancellationToken;
        return Task.CompletedTask;
    }

    public Task<bool> IsKeptTokenCancelled() => Task.FromResult(_kept.IsCancellationRequested);

    public Task WaitForever(string gate) => gates.Pass(gate);

    public async Task RunShort(int missing, IEcho? other)
    {
        await Task.Yield();
        if (other is null)
            throw new ShortageException(missing);
        await other.RunShort(missing, null);
    }

    public Task<string> ReturnNull() => null!;

    public async Task HoldOneWay(string gate)
    {
        await gates.Pass(gate);
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

    public async Task<string[]> WhereAfterAwaits(string gate, IEcho other)
    {
        var places = new List<string> { Here() };
        await Task.Yield();
        places.Add(Here());
        await gates.Pass(gate);
        places.Add(Here());
        await other.EchoAfterYield("x");
        places.Add(Here());
        try
        {
            await other.ThrowAtOnce();
        }
        catch (InvalidOperationException)
        {
            places.Add(Here());
        }

        return [.. places];
    }

    private string Here() => accessor.GrainContext?.GrainId.ToString() ?? "nowhere";
}
