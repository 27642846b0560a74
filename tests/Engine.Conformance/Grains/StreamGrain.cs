using System.Globalization;
using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.Conformance.Grains;

public interface IListener : IGrainWithIntegerKey
{
    Task Subscribe(string stream);

    Task Unsubscribe(string stream);

    Task Leave();

    /// <summary>Waits at the gate.</summary>
    Task Hold(string gate);

    Task Produce(string stream, int from, int count);

    Task<int> SubscriptionCount(string stream);
}

/// <summary>Writes the events it gets, and resumes subscriptions when activated. Holds events below zero at a gate; fails at some.</summary>
internal sealed class ListenerGrain(Gates gates, Journal journal) : Grain, IListener, IAsyncObserver<int>
{
    /// <summary>The event that an activation fails at once.</summary>
    public const int FailingOnce = 1000;

    /// <summary>The event that it always fails at.</summary>
    public const int Failing = 2000;

    private static readonly string[] Resumed = ["resumed"];

    private bool _hasFailed;

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        foreach (var name in Resumed)
        {
            foreach (var handle in await Stream(name).GetAllSubscriptionHandles())
                await handle.ResumeAsync(this);
        }
    }

    public async Task Subscribe(string stream) => await Stream(stream).SubscribeAsync(this);

    public async Task Unsubscribe(string stream)
    {
        foreach (var handle in await Stream(stream).GetAllSubscriptionHandles())
            await handle.UnsubscribeAsync();
    }

    public Task Leave()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    public Task Hold(string gate) => gates.Pass(gate);

    public async Task Produce(string stream, int from, int count)
    {
        for (var i = from; i < from + count; i++)
            await Stream(stream).OnNextAsync(i);
    }

    public async Task<int> SubscriptionCount(string stream) => (await Stream(stream).GetAllSubscriptionHandles()).Count;

    public async Task OnNextAsync(int item, StreamSequenceToken? token = null)
    {
        if (item < 0)
            await gates.Pass("event");
        else
            await Task.Yield();
        if (item == Failing || (item == FailingOnce && !_hasFailed))
        {
            _hasFailed = true;
            Write(string.Create(CultureInfo.InvariantCulture, $"fails at {item}"));
            throw new InvalidOperationException("the handler fails");
        }

        Write(item.ToString(CultureInfo.InvariantCulture));
    }

    public Task OnCompletedAsync() => Task.CompletedTask;

    public Task OnErrorAsync(Exception ex)
    {
        Write("error");
        return Task.CompletedTask;
    }

    private void Write(string what) => journal.Write($"{this.GetPrimaryKeyLong()}: {what}");

    private IAsyncStream<int> Stream(string name) =>
        this.GetStreamProvider(EngineUnderTest.Streams).GetStream<int>(StreamId.Create("test", name));
}
