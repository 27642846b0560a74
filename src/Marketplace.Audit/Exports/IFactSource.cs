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
    /// <param name="partition">Which customers; exports without a customer ignore it, and any source may.</param>
    /// <exception cref="FactsMissingException">It could not be had whole.</exception>
    IAsyncEnumerable<T> Read<T>(Export<T> export, Partition partition, CancellationToken cancellationToken);

    /// <summary>Whether there is such an export: some depend on the target's settings.</summary>
    /// <typeparam name="T">Type of its records.</typeparam>
    /// <returns>False if there is not.</returns>
    /// <exception cref="FactsMissingException">The target did not say.</exception>
    Task<bool> Exists<T>(Export<T> export, CancellationToken cancellationToken);

    /// <summary>Asks for a seller's dashboard, as any client does.</summary>
    /// <returns>The dashboard; null if the target knows no such seller.</returns>
    /// <exception cref="FactsMissingException">The target did not answer.</exception>
    Task<SellerDashboard?> Dashboard(int sellerId, CancellationToken cancellationToken);
}

/// <summary>The customers whose id leaves this remainder: one pass of an audit works on one partition of them.</summary>
/// <param name="Index">Remainder, from 0.</param>
/// <param name="Count">Number of partitions, from 1.</param>
public readonly record struct Partition(int Index, int Count)
{
    /// <summary>All customers.</summary>
    public static Partition All => new(0, 1);

    /// <summary>True if the customer belongs to this partition.</summary>
    public bool Contains(int customerId) => Of(customerId, Count) == Index;

    /// <summary>Index of the partition of a customer; a negative id, which no correct target exports, has one too.</summary>
    /// <param name="count">Number of partitions.</param>
    public static int Of(int customerId, int count) => (int)((uint)customerId % (uint)count);
}

/// <summary>Facts that should be there could not be had: the checks that need them are missing, and the audit fails.</summary>
/// <param name="message">What failed, for example "GET audit/events answered 500".</param>
/// <param name="cause">What made it fail; null for a record that is none.</param>
public sealed class FactsMissingException(string message, Exception? cause = null) : Exception(message, cause);
