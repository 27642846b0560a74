using Marketplace.Protocols.Storage;
using Orleans;

namespace Marketplace.Protocols.Commit;

/// <summary>Has the grains that a transaction declares loaded before it takes anything that others may wait for.</summary>
/// <param name="options">How long it waits for them.</param>
/// <param name="resident">Null if to load costs nothing.</param>
internal sealed class Prefetcher(ProtocolOptions options, TimeProvider time, ResidentSet? resident = null)
{
    // Another silo may have the grains of a cluster; they load theirs when they are asked.
    private readonly ResidentSet? _resident = options.IsClustered ? null : resident;

    /// <summary>Waits for those that are not there.</summary>
    public Task Await(AccessSet accesses)
    {
        if (_resident is null)
            return Task.CompletedTask;

        List<Task>? loading = null;
        foreach (var access in accesses.Accesses)
        {
            if (!_resident.Has(access.Grain.GetGrainId()))
                (loading ??= []).Add(access.Grain.Receive(Prefetch.Message));
        }

        return loading is null ? Task.CompletedTask : Await(Task.WhenAll(loading));
    }

    // A grain that can't be loaded says so to the transaction that touches it.
    private async Task Await(Task loaded)
    {
        try
        {
            await loaded.WaitAsync(options.Timeout, time);
        }
        catch (Exception)
        {
        }
    }
}
