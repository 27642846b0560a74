using Marketplace.Contracts.Audit;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>
/// Delivers what outboxes hold beside the transactions that put it there: when the silo starts, what the last one left; then what was not
/// delivered in time. It starts after storage, engine, protocol and replication, and before the gateway, so nobody is served before.
/// </summary>
internal sealed partial class Outboxes(
    IGrainFactory grains,
    EventProducers producers,
    ITransactionProtocol protocol,
    Declarations declarations,
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
        var count = await SendStored<ICartGrain, CartState>(cancellationToken);
        count += await SendStored<IProductGrain, ProductState>(cancellationToken);
        count += await SendStored<IStockGrain, StockState>(cancellationToken);
        count += await SendStored<IOrderGrain, OrderState>(cancellationToken);
        count += await SendStored<IPaymentGrain, PaymentState>(cancellationToken);
        count += await SendStored<IShipmentGrain, ShipmentState>(cancellationToken);
        if (count > 0)
            LogSent(count);
    }

    private async Task<int> SendStored<TGrain, TState>(CancellationToken cancellationToken)
        where TGrain : IEventProducer
    {
        // Listed first: the storage may not be read for as long as the deliveries take.
        var found = new List<long>();
        await foreach (var key in keys.List<TState>(cancellationToken))
            found.Add(key);

        var count = 0;
        foreach (var some in found.Chunk(StoredAtOnce))
        {
            cancellationToken.ThrowIfCancellationRequested();
            count += (await Task.WhenAll(some.Select(key => Send(grains.GetGrain<TGrain>(key))))).Sum();
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

            foreach (var some in watch.Take().Chunk(AtOnce))
                await Task.WhenAll(some.Select(TrySend));
        }
    }

    private async Task TrySend((EventKind Service, long Key) source)
    {
        try
        {
            await gate.Enter();
            try
            {
                await Send(producers.Of(source));
            }
            finally
            {
                gate.Exit();
            }
        }
        catch (Exception exception)
        {
            watch.Add(source);
            LogNotSent(exception.Message);
        }
    }

    private Task<int> Send<TGrain>(TGrain producer)
        where TGrain : IEventProducer =>
        protocol.Unrecorded.Run(
            declarations.One("", TransactionKind.Maintenance, producer), (IEventProducer)producer, static (tx, grain) => grain.SendEvents(tx));

    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} events lay in outboxes when this silo started.")]
    private partial void LogSent(int count);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Events are not delivered yet, and are sent again: {Reason}")]
    private partial void LogNotSent(string reason);
}
