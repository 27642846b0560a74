using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Driver.Audit.Exports;

/// <summary>What a silo shows of its state to an audit. The system is at rest: nothing is in flight.</summary>
internal interface IExports
{
    /// <summary>Streams an export.</summary>
    /// <param name="partition">Which customers; exports without a customer ignore it.</param>
    /// <exception cref="HttpRequestException">The silo did not answer, broke off, or sent what is no record of the export.</exception>
    IAsyncEnumerable<T> ReadAsync<T>(Export<T> export, Partition partition, CancellationToken cancellationToken);

    /// <summary>Whether the silo has an export: some depend on its settings.</summary>
    /// <returns>False if it has not.</returns>
    /// <exception cref="HttpRequestException">The silo did not answer.</exception>
    Task<bool> ExistsAsync<T>(Export<T> export, CancellationToken cancellationToken);

    /// <summary>Asks for a seller's dashboard, as any client does.</summary>
    /// <returns>The dashboard; null if the silo knows no such seller.</returns>
    /// <exception cref="HttpRequestException">The silo did not answer.</exception>
    Task<SellerDashboard?> DashboardAsync(int sellerId, CancellationToken cancellationToken);

    /// <summary>Asks what the silos gave to each service: a record a silo and service.</summary>
    /// <returns>The records; null if the silo has no such export.</returns>
    /// <exception cref="HttpRequestException">The silo did not answer, or broke off.</exception>
    Task<IReadOnlyList<PlacementExport>?> PlacementAsync(CancellationToken cancellationToken);
}
