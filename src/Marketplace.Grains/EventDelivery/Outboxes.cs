using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// Delivers what outboxes hold beside the transactions that put it there: when the silo starts, what the last one left; then what was not
/// delivered in time. It starts after storage, engine, protocol and replication, and before the gateway, so nobody is served before. In a cluster
/// the first of the silos does that, also for silos that are gone: what they had to send again they alone knew.
/// </summary>
internal sealed partial class Outboxes(
    IGrainFactory grains,
    ITransactionProtocol protocol,
    GrainKeys keys,
    IGrainStorageCatalog catalog,
    OperationGate gate,
    OutboxWatch watch,
    SurvivorDuty duty,
    DeliveryOptions options,
    TimeProvider time,
    ILogger<Outboxes> logger) : IHostedService, IDisposable
{
    private const int StoredAtOnce = 256;
    private const int AtOnce = 16;

    private readonly CancellationTokenSource _stopping = new();
    private Task _running = Task.CompletedTask;

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        duty.Begin();
        if (catalog.IsShared && duty.IsFirst && await SendStored(cancellationToken) is > 0 and var count)
            LogSent(count);

        _running = Run(_stopping.Token);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync();
        await _running;
    }

    public void Dispose() => _stopping.Dispose();

    private async Task<int> SendStored(CancellationToken cancellationToken)
    {
        var count = 0;
        foreach (var kind in MarketplaceServices.Kinds.Where(static kind => kind.TellsEvents))
        {
            // Listed first: the storage may not be read for as long as the deliveries take.
            foreach (var some in (await keys.List(kind.StateName, cancellationToken).ToListAsync(cancellationToken)).Chunk(StoredAtOnce))
            {
                cancellationToken.ThrowIfCancellationRequested();
                count += (await Task.WhenAll(some.Select(key => Send((IEventProducer)kind.Get(grains, key))))).Sum();
            }
        }

        return count;
    }

    private async Task Run(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await Task.Delay(options.SweepPeriod, time, cancellationToken);
            }
            catch (OperationCanceledException)
            {
                return;
            }

            if (catalog.IsShared && duty.Due() is { } gone)
                await LookAfter(gone, cancellationToken);

            foreach (var some in watch.Drain().Chunk(AtOnce))
                await Task.WhenAll(some.Select(TrySend));
        }
    }

    private async Task LookAfter(ImmutableHashSet<string> gone, CancellationToken cancellationToken)
    {
        try
        {
            var count = await gate.Run((Self: this, gone, cancellationToken), static a => a.Self.Settle(a.gone, a.cancellationToken));
            if (count > 0)
                LogSentFor(count);
        }
        catch (Exception exception)
        {
            LogNotSent(exception.Message);
        }
    }

    private async Task<int> Settle(ImmutableHashSet<string> gone, CancellationToken cancellationToken)
    {
        var count = await SendStored(cancellationToken);
        duty.Settle(gone);
        return count;
    }

    private async Task TrySend(IEventProducer producer)
    {
        try
        {
            await gate.Run(producer, Send);
        }
        catch (Exception exception)
        {
            watch.Add(producer);
            LogNotSent(exception.Message);
        }
    }

    // With nothing declared: outboxes are for a protocol that locks nothing.
    private Task<int> Send(IEventProducer producer) =>
        protocol.Unrecorded.Run(new("", TransactionKind.Maintenance), producer, static (tx, grain) => grain.SendEvents(tx));

    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} events lay in outboxes when this silo started.")]
    private partial void LogSent(int count);

    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} events lay in outboxes after another silo was gone.")]
    private partial void LogSentFor(int count);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Events are not delivered yet, and are sent again: {Reason}")]
    private partial void LogNotSent(string reason);
}
