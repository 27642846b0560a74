using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Exports;

/// <summary>
/// What a target shows of its state to an audit, and of what it recorded. The system is at rest: nothing is in flight. Over HTTP, or from records in
/// this process.
/// </summary>
public interface IFactSource
{
    /// <summary>Streams an export.</summary>
    /// <typeparam name="T">Type of its records.</typeparam>
    /// <param name="export">Which one.</param>
    /// <param name="partition">Which customers; exports without a customer ignore it, and any source may.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="FactsMissingException">It could not be had whole.</exception>
    IAsyncEnumerable<T> Read<T>(Export<T> export, Partition partition, CancellationToken cancellationToken);

    /// <summary>Whether there is such an export: some depend on the target's settings.</summary>
    /// <typeparam name="T">Type of its records.</typeparam>
    /// <param name="export">Which one.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>False if there is not.</returns>
    /// <exception cref="FactsMissingException">The target did not say.</exception>
    Task<bool> Exists<T>(Export<T> export, CancellationToken cancellationToken);

    /// <summary>Asks for a seller's dashboard, as any client does.</summary>
    /// <param name="sellerId">The seller.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <returns>The dashboard; null if the target knows no such seller.</returns>
    /// <exception cref="FactsMissingException">The target did not answer.</exception>
    Task<SellerDashboard?> Dashboard(int sellerId, CancellationToken cancellationToken);
}
