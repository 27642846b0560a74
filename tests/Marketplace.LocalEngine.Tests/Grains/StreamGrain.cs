using System.Globalization;
using Marketplace.LocalEngine.Tests.Fixtures;
using Orleans;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.LocalEngine.Tests.Grains;

public interface IListener : IGrainWithIntegerKey
{
    Task Subscribe(string stream);

    Task Unsubscribe(string stream);

    Task Leave();

    Task Produce(string stream, int from, int count);

    Task<int> SubscriptionCount(string stream);
}

/// <summary>Writes the events it gets, and resumes subscriptions when activated. Holds events below zero at a gate, fails at 13.</summary>
internal sealed class ListenerGrain(Gates gates, Journal journal) : Grain, IListener
{
    private static readonly string[] Resumed = ["resumed"];

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        foreach (var name in Resumed)
        {
            foreach (var handle in await Stream(name).GetAllSubscriptionHandles())
                await handle.ResumeAsync(Receive);
        }
    }

    public async Task Subscribe(string stream) => await Stream(stream).SubscribeAsync(Receive);

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

    public async Task Produce(string stream, int from, int count)
    {
        for (var i = from; i < from + count; i++)
            await Stream(stream).OnNextAsync(i);
    }

    public async Task<int> SubscriptionCount(string stream) => (await Stream(stream).GetAllSubscriptionHandles()).Count;

    private IAsyncStream<int> Stream(string name) =>
        this.GetStreamProvider(Engines.Streams).GetStream<int>(StreamId.Create("test", name));

    private async Task Receive(int item, StreamSequenceToken? token)
    {
        if (item < 0)
            await gates.PassAsync("event");
        else
            await Task.Yield();
        journal.Write(string.Create(CultureInfo.InvariantCulture, $"{this.GetPrimaryKeyLong()}: {item}"));
        if (item == 13)
            throw new InvalidOperationException("13 fails");
    }
}
