using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains;

/// <summary>
/// Takes all services back to what was ingested, or to nothing, while it holds all silos of the cluster: operations under way have
/// ended, and new ones wait. What it does can be repeated, so it begins again when silos come or go meanwhile.
/// </summary>
public sealed class Housekeeping
{
    private const int CallsAtOnce = 256;
    private const int RoundsMax = 5;
    private const int QuestionsMax = 100;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declarations;
    private readonly GrainKeys _keys;
    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly TimeProvider _time;

    internal Housekeeping(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        GrainKeys keys,
        IArchive archive,
        ISilos silos,
        TimeProvider time)
    {
        (_grains, _protocol, _declarations, _keys) = (grains, protocol, declarations, keys);
        (_archive, _silos, _time) = (archive, silos, time);
    }

    /// <summary>Everything exactly as ingested: pre-populated orders, prices, versions and statistics too.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    /// <returns>When it is done.</returns>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Reset(CancellationToken cancellationToken) =>
        Alone(ingestedToo: false, static (tx, grain) => grain.Reset(tx), cancellationToken);

    /// <summary>Everything gone.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    /// <returns>When it is done.</returns>
    /// <exception cref="GateTimeoutException">Operations under way did not end, or a silo did not answer; nothing was done.</exception>
    public Task Clear(CancellationToken cancellationToken) =>
        Alone(ingestedToo: true, static (tx, grain) => grain.Clear(tx), cancellationToken);

    private async Task Alone(bool ingestedToo, Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        var hold = _silos.Begin();
        var held = new SortedDictionary<string, ISilo>(StringComparer.Ordinal);
        try
        {
            for (var round = 1; ; round++)
            {
                await HoldAll(hold, held);
                if (await TryRun(ingestedToo, action, held, isLast: round == RoundsMax, cancellationToken)
                    && _silos.All.All(silo => held.ContainsKey(silo.Name)))
                {
                    return;
                }
            }
        }
        finally
        {
            await Task.WhenAll(held.Values.Select(silo => Release(silo, hold)));
            _silos.End(hold);
        }
    }

    // The first silo decides between two holds that begin at once; the others wait for their operations at the same time.
    private async Task HoldAll(Hold hold, SortedDictionary<string, ISilo> held)
    {
        var missing = _silos.All.Where(silo => !held.ContainsKey(silo.Name)).ToList();
        foreach (var some in new[] { missing.Take(1), missing.Skip(1) })
        {
            var answers = some.Select(async silo => (Silo: silo, Refusal: await TryHold(silo, hold))).ToList();
            await Task.WhenAll(answers);
            foreach (var answer in answers)
            {
                var (silo, refusal) = await answer;
                if (refusal is null)
                {
                    held[silo.Name] = silo;
                }
            }

            foreach (var answer in answers)
            {
                if ((await answer).Refusal is { } refusal)
                {
                    throw new GateTimeoutException(refusal);
                }
            }
        }
    }

    // Null also if the silo is gone: then there is nothing to hold.
    private async Task<string?> TryHold(ISilo silo, Hold hold)
    {
        for (var question = 1; _silos.All.Any(other => other.Name == silo.Name); question++)
        {
            try
            {
                return await silo.Hold(hold);
            }
            catch (SiloLostException exception) when (question == QuestionsMax)
            {
                return $"{exception.Message} Nothing was done.";
            }
            catch (SiloLostException)
            {
                await Task.Delay(Pause, _time);
            }
        }

        return null;
    }

    // A silo that can't be told asks for the hold, and lets go.
    private static async Task Release(ISilo silo, Hold hold)
    {
        try
        {
            await silo.Release(hold);
        }
        catch (SiloLostException)
        {
        }
    }

    private async Task<bool> TryRun(
        bool ingestedToo,
        Func<TransactionContext, IServiceGrain, Task> action,
        SortedDictionary<string, ISilo> held,
        bool isLast,
        CancellationToken cancellationToken)
    {
        try
        {
            await ForAll(action, cancellationToken);
            if (_archive.IsShared)
            {
                await (ingestedToo ? _archive.Clear(cancellationToken) : _archive.Reset(cancellationToken));
            }

            await Task.WhenAll(held.Values.Select(silo => silo.Forget(ingestedToo)));
            return true;
        }
        catch (Exception exception) when (exception is not OperationCanceledException && !isLast && held.Count > 1)
        {
            // A silo may be gone; what is gone with it needs no reset, and what is stored comes back elsewhere.
            foreach (var name in held.Keys.Except(_silos.All.Select(silo => silo.Name)).ToList())
            {
                held.Remove(name);
            }

            await Task.Delay(Pause, _time, cancellationToken);
            return false;
        }
    }

    private async Task ForAll(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
    {
        await ForEach<ICartGrain, CartState>(action, cancellationToken);
        await ForEach<IProductGrain, ProductState>(action, cancellationToken);
        await ForEach<IStockGrain, StockState>(action, cancellationToken);
        await ForEach<IOrderGrain, OrderState>(action, cancellationToken);
        await ForEach<IPaymentGrain, PaymentState>(action, cancellationToken);
        await ForEach<IShipmentGrain, ShipmentState>(action, cancellationToken);
        await ForEach<ICustomerGrain, CustomerState>(action, cancellationToken);
        await ForEach<ISellerGrain, SellerState>(action, cancellationToken);
    }

    private async Task ForEach<TGrain, TState>(Func<TransactionContext, IServiceGrain, Task> action, CancellationToken cancellationToken)
        where TGrain : IServiceGrain
    {
        // Listed first: clearing changes what is listed.
        var keys = new List<long>();
        await foreach (var key in _keys.List<TState>(cancellationToken))
        {
            keys.Add(key);
        }

        foreach (var some in keys.Chunk(CallsAtOnce))
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.WhenAll(some.Select(key => Run(_grains.GetGrain<TGrain>(key), action)));
        }
    }

    private Task<bool> Run<TGrain>(TGrain grain, Func<TransactionContext, IServiceGrain, Task> action)
        where TGrain : IServiceGrain =>
        _protocol.Run(_declarations.One("", TransactionKind.Maintenance, grain), (action, grain), static async (tx, a) =>
        {
            await a.action(tx, a.grain);
            return true;
        });
}
