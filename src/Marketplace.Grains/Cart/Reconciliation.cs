using Marketplace.Contracts.Entities;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Cart;

/// <summary>How a cart line meets what the cart knows of its product at checkout (contract §4, Reconciliation).</summary>
internal static class Reconciliation
{
    /// <summary>Whether a line can be reconciled exactly.</summary>
    /// <param name="replica">What the cart knows; null where nothing was replicated.</param>
    /// <returns>False if its voucher would have more digits than a decimal holds.</returns>
    public static bool IsExact(CartItem line, ProductReplica? replica) =>
        replica is null
        || replica.Version != line.Version
        || replica.Price <= line.UnitPrice
        || (Amounts.TrySubtract(replica.Price, line.UnitPrice, out var rise)
            && Amounts.TryMultiply(rise, line.Quantity, out var risen)
            && Amounts.TryAdd(line.Voucher, risen, out _));

    /// <param name="replica">What the cart knows; null where nothing was replicated.</param>
    /// <returns>The line at the price that counts; null if the version of the product is gone.</returns>
    public static CartItem? Reconcile(CartItem line, ProductReplica? replica)
    {
        if (replica is null)
            return line;

        if (replica.Version != line.Version)
            return null;

        // The customer pays what was shown: a rise comes back as a voucher. A fall is the customer's gain.
        var rise = Math.Max(0, replica.Price - line.UnitPrice);
        return line with { UnitPrice = replica.Price, Voucher = line.Voucher + (rise * line.Quantity) };
    }
}
