using Marketplace.Contracts.Requests;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Seller;

namespace Marketplace.Grains.Shipment;

/// <summary>
/// Update Delivery (paper section 3.2): the oldest open order of each of the first ten sellers, in chronological order over all
/// partitions. Each partition names its own first ten; whatever is among the first ten of all is among the first ten of its partition.
/// </summary>
/// <param name="grains">Where the partitions are.</param>
/// <param name="protocol">The protocol that it runs under.</param>
/// <param name="declarations">Says which grains it touches.</param>
internal sealed class UpdateDelivery(
    IGrainFactory grains,
    ShipmentPartitions partitions,
    ITransactionProtocol protocol,
    Declarations declarations)
{
    /// <summary>Sellers to deliver for.</summary>
    public const int Sellers = 10;

    // What this transaction chose and did not get, others got: so many rounds of that mean a flood of deliveries.
    private const int RoundsMax = 100;
    private const int ChoicesForOthersMax = 16;

    // Without waits for each other to choose is all that is done in a turn, else the delivery itself.
    private readonly CombiningQueue<Choice> _choices = new(protocol.Isolation == TransactionIsolation.None ? ChoicesForOthersMax : 0);

    // Each delivery declares the same ones. These too are made when they are needed.
    private readonly Lazy<AccessSet> _read = All(partitions.Count, declarations.Read<IShipmentGrain>);
    private readonly Lazy<AccessSet> _written = All(partitions.Count, declarations.Write<IShipmentGrain>);
    private IShipmentGrain[]? _partitions;


    // Made when they are needed: in a cluster whose silos host different services there may be none for them yet when this one starts.
    private IShipmentGrain[] Partitions => _partitions ??=
        [.. Enumerable.Range(0, partitions.Count).Select(partition => grains.GetGrain<IShipmentGrain>(partition))];

    /// <summary>Declares a look at all partitions.</summary>
    public TransactionDeclaration DeclareLook(string tid) =>
        Declare(tid, TransactionKind.Read, declarations.AreNeeded ? _read.Value : default);

    /// <summary>Declares the delivery, as far as it is known at its start: all partitions.</summary>
    public TransactionDeclaration Declare(string tid) =>
        Declare(tid, TransactionKind.UpdateDelivery, declarations.AreNeeded ? _written.Value : default);

    /// <summary>Looks whether there is anything to deliver.</summary>
    /// <returns>False if no order is open.</returns>
    public async Task<bool> Look(TransactionContext tx)
    {
        foreach (var partition in Partitions)
        {
            if ((await partition.Oldest(tx, 1)).Orders.Length > 0)
                return true;
        }

        return false;
    }

    /// <returns>What was delivered.</returns>
    /// <exception cref="TimeoutException">Concurrent deliveries took everything this one chose, again and again.</exception>
    public async Task<DeliveryAnswer> Run(TransactionContext tx)
    {
        var (sellers, packages) = (ImmutableHashSet<int>.Empty, 0);
        for (var round = 0; round < RoundsMax; round++)
        {
            // Where no lock keeps others out, all that choose at a time would choose the same orders, and one of them get them. Who has lost
            // some in spite of that (to another silo) waits for no turn again: what it holds may be what the one whose turn it is waits for.
            var served = sellers;
            var choice = protocol.Isolation != TransactionIsolation.Serializable && round == 0
                ? await _choices.Run(() => Start(tx, served))
                : await Start(tx, served);
            foreach (var delivered in await Task.WhenAll(choice.Deliveries))
            {
                foreach (var order in delivered.Orders)
                {
                    sellers = sellers.Add(order.SellerId);
                    packages += order.Packages;
                }
            }

            // All that were open when they were chosen are delivered, ten or fewer.
            if (sellers.Count == served.Count + choice.Count)
                return new DeliveryAnswer(tx.Tid, sellers.Count, packages);
        }

        throw new TimeoutException($"Update Delivery {tx.Tid} lost its orders to concurrent deliveries in {RoundsMax} rounds.");
    }

    // Chooses, and starts the deliveries: the partitions take what is asked of them in that order.
    private async Task<Choice> Start(TransactionContext tx, ImmutableHashSet<int> served)
    {
        var chosen = await Choose(tx, served);
        if (declarations.AreNeeded)
            await Declare(tx, chosen);

        var deliveries = new List<Task<OldestOrders>>();
        foreach (var part in chosen.GroupBy(order => order.Partition).OrderBy(part => part.Key))
        {
            var delivery = Partitions[part.Key].Deliver(tx, new OldestOrders([.. part]));
            deliveries.Add(delivery);
            if (protocol.Isolation != TransactionIsolation.None)
            {
                // What a transaction touches it holds, so all touch the partitions in one order.
                await delivery;
            }
        }

        return new Choice(chosen.Count, deliveries);
    }

    // Whom it is going to touch is known only now.
    private async Task Declare(TransactionContext tx, List<DeliveredOrder> chosen)
    {
        var sellers = new List<int>();
        foreach (var part in chosen.GroupBy(order => order.Partition))
            sellers.AddRange((await Partitions[part.Key].Sellers(tx, new OldestOrders([.. part]))).Sellers);

        await protocol.Declare(tx, Touched(chosen, sellers));
    }

    // Orders and customers of the packages, and all sellers of these orders.
    private AccessSet Touched(List<DeliveredOrder> orders, List<int> sellers)
    {
        var accesses = new Access[(2 * orders.Count) + sellers.Count];
        var next = 0;
        foreach (var order in orders)
        {
            accesses[next++] = declarations.Guarded<IOrderGrain>(order.CustomerId);
            accesses[next++] = declarations.Guarded<ICustomerGrain>(order.CustomerId);
        }

        foreach (var seller in sellers)
            accesses[next++] = declarations.Write<ISellerGrain>(seller);

        return AccessSet.Of(accesses);
    }

    private static Lazy<AccessSet> All(int partitions, Func<long, Access> access) => new(
        () => AccessSet.Of([.. Enumerable.Range(0, partitions).Select(partition => access(partition))]), LazyThreadSafetyMode.PublicationOnly);

    private static TransactionDeclaration Declare(string tid, TransactionKind kind, AccessSet accesses) =>
        new(tid, kind, accesses) { TouchesInOrder = true };

    // A seller that was served in an earlier round is not served again: it is the oldest order *of each* seller.
    private async Task<List<DeliveredOrder>> Choose(TransactionContext tx, ImmutableHashSet<int> served)
    {
        var oldest = new Dictionary<int, DeliveredOrder>();
        foreach (var partition in Partitions)
        {
            var candidates = await partition.Oldest(tx, Sellers + served.Count);
            foreach (var order in candidates.Orders)
            {
                if (!served.Contains(order.SellerId)
                    && (!oldest.TryGetValue(order.SellerId, out var other) || ByAge.Compare(order, other) < 0))
                {
                    oldest[order.SellerId] = order;
                }
            }
        }

        var chosen = oldest.Values.ToList();
        chosen.Sort(ByAge);
        var wanted = Sellers - served.Count;
        if (chosen.Count > wanted)
            chosen.RemoveRange(wanted, chosen.Count - wanted);

        return chosen;
    }

    private static Comparer<DeliveredOrder> ByAge { get; } = Comparer<DeliveredOrder>.Create(static (a, b) =>
        (a.RequestDate, a.Partition, a.ShipmentId, a.SellerId).CompareTo((b.RequestDate, b.Partition, b.ShipmentId, b.SellerId)));

    // Deliveries that are under way, of so many orders.
    private sealed record Choice(int Count, List<Task<OldestOrders>> Deliveries);
}
