using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Marketplace.Silo.Hosting;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;
using Orleans.Streams;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Passes the updates of a product on to the carts of one silo that follow it, so that a product that carts come and go for is subscribed to once.
/// Key: <see cref="Keys.Pair"/>, and the silo.
/// </summary>
internal interface IUpdateRelayGrain : IGrainWithIntegerCompoundKey
{
    /// <summary>Has updates of the product come to the silo: as long as carts of it follow the product, and for some time.</summary>
    /// <returns>When those come that are published from now on.</returns>
    Task Listen();

    /// <summary>Waits for the updates that were published before.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>Whether they have arrived at the carts.</returns>
    [ResponseTimeout("00:02:00")] // Longer than anybody's patience: an update that does not arrive is to be told of.
    Task<bool> Settle(TimeSpan patience);
}

/// <inheritdoc cref="IUpdateRelayGrain"/>
[Reentrant, OnNamedSilo]
internal sealed class UpdateRelayGrain(
    RelayedProducts followed, ILocalSiloDetails self, TimeProvider time, ILogger<UpdateRelayGrain> logger) : Grain, IUpdateRelayGrain
{
    // What waits for one cart. Then the stream waits, which has bounds of its own.
    private const int MaxWaiting = 100;

    private readonly Dictionary<int, Passing> _passing = [];
    private IAsyncStream<ReplicaUpdate>? _stream;
    private StreamProbes? _probes;
    private string _name = "";
    private Task _subscribing = Task.CompletedTask;
    private bool _hasSubscribed;
    private bool _isOver;

    // As long as Orleans' agents try themselves.
    private static TimeSpan Patience => TimeSpan.FromMinutes(1);
    private static TimeSpan Pause => TimeSpan.FromSeconds(1);

    private long Product => this.GetPrimaryKeyLong();
    private bool IsAtHome => _name == NameOf(self.SiloAddress);

    /// <summary>The relays of a silo, in the keys of these grains.</summary>
    public static string NameOf(SiloAddress silo) => silo.ToParsableString();

    // A subscription outlives the activation that made it, and the silo.
    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        var product = this.GetPrimaryKeyLong(out var silo);
        _name = silo!;
        _stream = this.GetStreamProvider(ReplicaStreams.Provider).StreamOf(product);
        _probes = new StreamProbes(_stream, _name, time);
        if (IsAtHome)
        {
            await Listen();
            return;
        }

        // Nobody else ends what a silo has left when it was killed.
        await End(await _stream.GetAllSubscriptionHandles());
        DeactivateOnIdle();
    }

    // What a silo leaves that stops is ended as if it had been killed: at the next update, and not for all products at once.
    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        _isOver = true;
        if (IsAtHome && reason.ReasonCode != DeactivationReasonCode.ShuttingDown && followed.TryEnd(Product))
            await End(await _stream!.GetAllSubscriptionHandles());
    }

    // An activation begins with that, but the subscription may have been lost since.
    public Task Listen()
    {
        if (_subscribing.IsCompleted && (!_hasSubscribed || !followed.IsHeard(Product)))
            _subscribing = Subscribe();

        return _subscribing;
    }

    public async Task<bool> Settle(TimeSpan patience)
    {
        try
        {
            if (!await _probes!.Return(patience))
                return false;

            await Task.WhenAll(_passing.Values.Select(static passing => passing.Done)).WaitAsync(patience, time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private async Task Subscribe()
    {
        await _stream!.SubscribeOnce(Take);
        _hasSubscribed = true;
        followed.Begin(Product);
    }

    private static async Task End(IList<StreamSubscriptionHandle<ReplicaUpdate>> subscriptions)
    {
        foreach (var subscription in subscriptions)
            await subscription.UnsubscribeAsync();
    }

    // No cart waits for another one.
    private Task Take(ReplicaUpdate update, StreamSequenceToken? token) => _probes!.Take(update)
        ? Task.CompletedTask
        : Task.WhenAll(followed.CartsOf(Product).Select(cart => Pass(cart.Key, cart.Value, update)));

    // To each cart in the order in which they came.
    private Task Pass(int customer, long follow, ReplicaUpdate update)
    {
        if (!_passing.TryGetValue(customer, out var passing))
            _passing.Add(customer, passing = new Passing());

        passing.Waiting.Enqueue((update, follow));
        if (passing.Done.IsCompleted)
            passing.Done = PassAll(customer, passing.Waiting);

        return passing.Waiting.Count < MaxWaiting ? Task.CompletedTask : passing.Done;
    }

    private async Task PassAll(int customer, Queue<(ReplicaUpdate Update, long Follow)> waiting)
    {
        var cart = GrainFactory.GetGrain<ICartGrain>(customer);
        while (waiting.TryDequeue(out var next))
        {
            // It may have moved to another silo, which has a relay of its own. Meanwhile it may have come back, or have followed the product again.
            if (!await Pass(cart, next.Update))
                followed.Remove(Product, customer, next.Follow);
        }

        _passing.Remove(customer);
    }

    private async Task<bool> Pass(ICartGrain cart, ReplicaUpdate update)
    {
        for (var since = time.GetTimestamp(); ;)
        {
            try
            {
                return await cart.Hear(update, _name);
            }
            catch (Exception exception) when (_isOver || time.GetElapsedTime(since) + Pause > Patience)
            {
                logger.UpdateNotPassed(update.SellerId, update.ProductId, cart.GetPrimaryKeyLong(), exception);
                return true;
            }
            catch (Exception)
            {
                await Task.Delay(Pause, time);
            }
        }
    }

    private sealed class Passing
    {
        public Queue<(ReplicaUpdate Update, long Follow)> Waiting { get; } = [];
        public Task Done { get; set; } = Task.CompletedTask;
    }
}
