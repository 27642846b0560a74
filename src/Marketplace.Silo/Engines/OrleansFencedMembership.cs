using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// The list of a cluster's silos, in which no silo is declared dead by another one before it can store nothing more. The grains of a silo begin
/// elsewhere when it is dead: so they find all that it has stored, and it stores nothing of them afterwards, whether it is dead or was only paused.
/// </summary>
internal sealed class OrleansFencedMembership(IMembershipTable table, ISiloFence fence, ISiloIdentity self) : IMembershipTable
{
    public Task<bool> UpdateRow(MembershipEntry entry, string etag, TableVersion tableVersion) => Update(entry, etag, tableVersion, default);

    public Task InitializeMembershipTable(bool tryInitTableVersion) => table.InitializeMembershipTableAsync(tryInitTableVersion, default);

    public Task DeleteMembershipTableEntries(string clusterId) => table.DeleteMembershipTableEntriesAsync(clusterId, default);

    public Task CleanupDefunctSiloEntries(DateTimeOffset beforeDate) => table.CleanupDefunctSiloEntriesAsync(beforeDate, default);

    public Task<MembershipTableData> ReadRow(SiloAddress key) => table.ReadRowAsync(key, default);

    public Task<MembershipTableData> ReadAll() => table.ReadAllAsync(default);

    public Task<bool> InsertRow(MembershipEntry entry, TableVersion tableVersion) => table.InsertRowAsync(entry, tableVersion, default);

    public Task UpdateIAmAlive(MembershipEntry entry) => table.UpdateIAmAliveAsync(entry, default);

    Task<bool> IMembershipTable.UpdateRowAsync(
        MembershipEntry entry, string etag, TableVersion tableVersion, CancellationToken cancellationToken) =>
        Update(entry, etag, tableVersion, cancellationToken);

    Task IMembershipTable.InitializeMembershipTableAsync(bool tryInitTableVersion, CancellationToken cancellationToken) =>
        table.InitializeMembershipTableAsync(tryInitTableVersion, cancellationToken);

    Task IMembershipTable.DeleteMembershipTableEntriesAsync(string clusterId, CancellationToken cancellationToken) =>
        table.DeleteMembershipTableEntriesAsync(clusterId, cancellationToken);

    Task IMembershipTable.CleanupDefunctSiloEntriesAsync(DateTimeOffset beforeDate, CancellationToken cancellationToken) =>
        table.CleanupDefunctSiloEntriesAsync(beforeDate, cancellationToken);

    Task<MembershipTableData> IMembershipTable.ReadRowAsync(SiloAddress key, CancellationToken cancellationToken) =>
        table.ReadRowAsync(key, cancellationToken);

    Task<MembershipTableData> IMembershipTable.ReadAllAsync(CancellationToken cancellationToken) => table.ReadAllAsync(cancellationToken);

    Task<bool> IMembershipTable.InsertRowAsync(MembershipEntry entry, TableVersion tableVersion, CancellationToken cancellationToken) =>
        table.InsertRowAsync(entry, tableVersion, cancellationToken);

    Task IMembershipTable.UpdateIAmAliveAsync(MembershipEntry entry, CancellationToken cancellationToken) =>
        table.UpdateIAmAliveAsync(entry, cancellationToken);

    private async Task<bool> Update(MembershipEntry entry, string etag, TableVersion tableVersion, CancellationToken cancellationToken)
    {
        // One that leaves says itself that it is gone, when its transactions have ended and its grains are.
        var silo = OrleansSiloIdentity.KeyOf(entry.SiloAddress);
        if (entry.Status == SiloStatus.Dead && silo != self.Key)
            await fence.Close(silo);

        return await table.UpdateRowAsync(entry, etag, tableVersion, cancellationToken);
    }
}

/// <summary>Puts the fence before a list of silos.</summary>
internal static class OrleansFence
{
    /// <summary>Has no silo be declared dead before its fence is closed. Of no effect where the storage has none.</summary>
    /// <param name="services">Where to; the list of silos is there.</param>
    public static void AddSiloFence(this IServiceCollection services)
    {
        var list = services.Last(static service => service.ServiceType == typeof(IMembershipTable));
        services.Remove(list);
        services.AddSingleton(provider =>
        {
            var table = (IMembershipTable)(list.ImplementationFactory?.Invoke(provider)
                ?? ActivatorUtilities.CreateInstance(provider, list.ImplementationType!));
            return provider.GetService<ISiloFence>() is { } fence
                ? new OrleansFencedMembership(table, fence, provider.GetRequiredService<ISiloIdentity>())
                : table;
        });
    }
}
