using Marketplace.Contracts.Requests;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Cart;

/// <summary>The continuous query of cart abandonment: looks at carts when their window ends, and closes the sessions that are abandoned.</summary>
internal sealed class Abandonments(
    IGrainFactory grains,
    ITransactionProtocol protocol,
    Declarations declare,
    GrainKeys keys,
    IGrainStorageCatalog catalog,
    OperationGate gate,
    CartWatch watch,
    CartOptions options,
    TimeProvider time)
{
    private const int AtOnce = 16;
    private const int RoundMax = 4096;

    /// <summary>How often to look.</summary>
    public TimeSpan Period => options.AbandonmentPeriod;

    private DateTime Now => time.GetUtcNow().UtcDateTime;

    /// <summary>Whether a cart refused something because its session has to be closed first.</summary>
    /// <param name="refusal">The refusal, if it was one.</param>
    /// <returns>True: settle it, and try again.</returns>
    public static bool IsOverdue(Refusal? refusal) => refusal is not null && refusal.Type == CartRefusals.Overdue.Type;

    /// <summary>
    /// Looks at all carts that are stored from before: what their silo had noted to look at has gone with it. Nothing is to be done where
    /// states do not outlive the silo.
    /// </summary>
    /// <returns>When all were looked at.</returns>
    public async Task LookAtStored(CancellationToken cancellationToken)
    {
        if (!catalog.IsShared)
            return;

        foreach (var some in (await keys.List<CartState>(cancellationToken).ToListAsync(cancellationToken)).Chunk(AtOnce))
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.WhenAll(some.Select(customer => LookAt((int)customer)));
        }
    }

    /// <summary>Looks at the carts whose time has come.</summary>
    /// <returns>When they were looked at. Fails if one could not be; it is tried again.</returns>
    public async Task LookAtDue(CancellationToken cancellationToken)
    {
        foreach (var some in watch.DequeueDue(Now, RoundMax).Chunk(AtOnce))
        {
            // Those of a round that is given up are looked at next time.
            var looks = some.Select(LookAt).ToArray();
            await Task.WhenAll(looks);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Closes the sessions of a customer that are abandoned.</summary>
    /// <returns>When to look again.</returns>
    public Task<CartDue> CloseAbandoned(int customerId) => gate.Run(customerId, Run);

    private async Task<CartDue> CloseIfDue(int customerId)
    {
        var cart = grains.GetGrain<ICartGrain>(customerId);
        var due = await protocol.Run(declare.One("", TransactionKind.Read, cart), cart, static (tx, cart) => cart.Due(tx));
        return due.Time < Now ? await Run(customerId) : due;
    }

    private async Task LookAt(int customerId)
    {
        DateTime? next = Now + Period;
        try
        {
            next = (await gate.Run(customerId, CloseIfDue)).Time;
        }
        finally
        {
            if (next is { } time)
                watch.Add(customerId, time);
        }
    }

    private Task<CartDue> Run(int customerId)
    {
        var cart = grains.GetGrain<ICartGrain>(customerId);
        return protocol.Run(declare.Cart("", customerId), cart, static (tx, cart) => cart.Abandon(tx));
    }
}
