using System.Collections.Concurrent;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Workload;

/// <summary>
/// The customers in no session. A session takes one and gives it back, so a customer is in at most one. First in, first out, from a
/// seeded order: everyone shops before anyone shops twice. Thread-safe; never holds more than the data set's customers.
/// </summary>
internal sealed class IdleCustomers
{
    private readonly ConcurrentQueue<int> _idle;
    private readonly int[] _sessions;
    private int _retired;
    private int _kept;

    /// <summary>Fills the queue with all customers.</summary>
    /// <param name="customers">Number of customers; ids are 1…n.</param>
    /// <param name="share">Which of them are this driver's.</param>
    public IdleCustomers(int customers, WorkloadRandom random, LoadShare? share = null)
    {
        var order = new int[customers];
        for (var i = 0; i < customers; i++)
        {
            var j = random.Below(i + 1);
            order[i] = order[j];
            order[j] = i + 1;
        }

        _idle = new ConcurrentQueue<int>(share is null ? order : order.Where(customer => share.Owns(customer - 1)));
        _sessions = new int[customers + 1];
    }

    /// <summary>Customers in no session now.</summary>
    public int Count => _idle.Count;

    /// <summary>Customers put aside.</summary>
    public int Retired => Volatile.Read(ref _retired);

    /// <summary>Customers whose cart is left as it is.</summary>
    public int Kept => Volatile.Read(ref _kept);

    /// <summary>Takes a customer into a session.</summary>
    /// <param name="session">The customer's session, counted from 1.</param>
    /// <returns>False if none is idle.</returns>
    public bool TryTake(out int customer, out int session)
    {
        session = 0;
        if (!_idle.TryDequeue(out customer)) return false;
        session = ++_sessions[customer];
        return true;
    }

    /// <summary>Ends the session of a customer.</summary>
    public void Return(int customer) => _idle.Enqueue(customer);

    /// <summary>Leaves the cart of a customer as it is: the audit looks at it.</summary>
    public void Keep() => Interlocked.Increment(ref _kept);

    /// <summary>
    /// Puts a customer aside whose session could not be sealed: a new session would add to what may still be in the cart.
    /// </summary>
    public void Retire() => Interlocked.Increment(ref _retired);
}
