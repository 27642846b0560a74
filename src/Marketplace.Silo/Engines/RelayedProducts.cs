using Marketplace.Grains;

namespace Marketplace.Silo.Engines;

/// <summary>
/// The products whose updates come to this silo, and the carts of this silo that follow them: what is left when a relay is deactivated while nothing
/// comes.
/// </summary>
internal sealed class RelayedProducts(SubscriptionTrust trust)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<long, Followers> _products = [];
    private long _lastFollow;

    /// <summary>A cart follows a product. Following twice is following once.</summary>
    /// <param name="product">A key made by <see cref="Keys.Pair"/>.</param>
    /// <returns>Whether it is known that updates of the product come.</returns>
    public bool Add(long product, int customer)
    {
        lock (_lock)
        {
            var followers = Of(product);
            followers.Carts[customer] = ++_lastFollow;
            return IsHeard(followers);
        }
    }

    /// <summary>Whether it is known that updates of a product come.</summary>
    public bool IsHeard(long product)
    {
        lock (_lock)
            return _products.TryGetValue(product, out var followers) && IsHeard(followers);
    }

    /// <summary>A cart does not follow a product any more.</summary>
    /// <param name="follow">The number of its follow, if a later one is to stay.</param>
    /// <returns>Whether updates still come, while no cart needs them, nor an active relay ends them when it is collected.</returns>
    public bool Remove(long product, int customer, long? follow = null)
    {
        lock (_lock)
        {
            if (!_products.TryGetValue(product, out var followers)
                || !followers.Carts.TryGetValue(customer, out var last)
                || (follow ?? last) != last)
            {
                return false;
            }

            followers.Carts.Remove(customer);
            if (followers.Carts.Count > 0)
                return false;

            if (!followers.HasRelay)
                _products.Remove(product);

            return followers is { HasRelay: true, IsRelayActive: false };
        }
    }

    /// <summary>Whose carts follow a product.</summary>
    /// <returns>Customers, as they are now, and the number of the last follow of each.</returns>
    public KeyValuePair<int, long>[] CartsOf(long product)
    {
        lock (_lock)
            return _products.TryGetValue(product, out var followers) ? [.. followers.Carts] : [];
    }

    /// <summary>A relay is active, and subscribed: from now on updates of its product come.</summary>
    public void Begin(long product)
    {
        lock (_lock)
        {
            var followers = Of(product);
            followers.HasRelay = followers.IsRelayActive = true;
            followers.Heard = trust.Now;
        }
    }

    /// <summary>A relay is not active any more: updates of its product still come, which activate it, if a cart follows the product.</summary>
    /// <returns>Whether none does, so that it has to end them.</returns>
    public bool TryEnd(long product)
    {
        lock (_lock)
        {
            if (!_products.TryGetValue(product, out var followers))
                return true;

            followers.IsRelayActive = false;
            return followers.Carts.Count == 0 && _products.Remove(product);
        }
    }

    private bool IsHeard(Followers followers) => followers.HasRelay && trust.Holds(followers.Heard);

    private Followers Of(long product)
    {
        if (!_products.TryGetValue(product, out var followers))
            _products.Add(product, followers = new Followers());

        return followers;
    }

    private sealed class Followers
    {
        public Dictionary<int, long> Carts { get; } = [];
        public bool HasRelay { get; set; }
        public bool IsRelayActive { get; set; }
        public long Heard { get; set; }
    }
}
