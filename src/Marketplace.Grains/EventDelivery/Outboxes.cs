using Marketplace.Grains.Cluster;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// Delivers what outboxes hold beside the transactions that put it there: when the silo starts, what the last one left; then what was not
/// delivered in time. It starts after storage, engine, protocol and replication, and before the gateway, so nobody is served before.
/// </summary>
internal sealed partial class Outboxes(
    IGrainFactory grains,
    ITransactionProtocol protocol,
    GrainKeys keys,
    IGrainStorageCatalog catalog,
    OperationGate gate,
    OutboxWatch watch,
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
        if (catalog.IsShared)
            await SendStored(cancellationToken);

        _running = Run(_stopping.Token);
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync();
        await _running;
    }

    public void Dispose() => _stopping.Dispose();

    private async Task SendStored(CancellationToken cancellationToken)
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

        if (count > 0)
            LogSent(count);
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

            foreach (var some in watch.Drain().Chunk(AtOnce))
                await Task.WhenAll(some.Select(TrySend));
        }
    }

    private async Task TrySend(IEventProducer producer)
    {
        try
        {
            await gate.Enter();
            try
            {
                await Send(producer);
            }
            finally
            {
                gate.Exit();
            }
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

    [LoggerMessage(Level = LogLevel.Warning, Message = "Events are not delivered yet, and are sent again: {Reason}")]
    private partial void LogNotSent(string reason);
}
