using Marketplace.Grains.Cluster;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains;

/// <summary>What an export of the audit (`/audit/{name}`) shows besides the finished records of that name.</summary>
internal abstract class Export(string name)
{
    public string Name => name;

    public abstract Task Write(GrainReader grains, ExportWriter lines);
}

/// <summary>Shows every grain that has a state.</summary>
/// <param name="ofCustomers">Whether the grains have ids of customers as keys, and so are filtered by them.</param>
internal sealed class GrainExport<TGrain, TState, TRecord>(
    string name,
    bool ofCustomers,
    Func<TransactionContext, TGrain, Task<TRecord>> read,
    Func<ExportWriter, TRecord, long, ValueTask> write) : Export(name)
    where TGrain : IServiceGrain
{
    public override Task Write(GrainReader grains, ExportWriter lines) =>
        grains.Each<TGrain, TState, TRecord>(lines, ofCustomers ? lines.Filter : KeyFilter.All, read, write);
}

/// <summary>Reads grains for exports, as a rule each in a transaction of its own that no history shows.</summary>
internal sealed class GrainReader(IGrainFactory grains, ITransactionProtocol protocol, Declarations declarations, GrainKeys keys)
{
    // So many grains are read at once; on silos far away this hides the way there.
    private const int ReadsAtOnce = 16;

    public Task Each<TGrain, TState, TRecord>(
        ExportWriter lines,
        KeyFilter filter,
        Func<TransactionContext, TGrain, Task<TRecord>> read,
        Func<ExportWriter, TRecord, long, ValueTask> write)
        where TGrain : IServiceGrain =>
        Each<TGrain, TState, TRecord>(
            filter,
            grain => protocol.Unrecorded.Run(declarations.One("", TransactionKind.Read, grain), grain, read),
            (record, key) => write(lines, record, key),
            lines.CancellationToken);

    /// <summary>Asks each grain that has a state, in no transaction.</summary>
    public Task Each<TGrain, TState, TAnswer>(Func<TGrain, Task<TAnswer>> ask, Action<TAnswer> take, CancellationToken cancellationToken)
        where TGrain : IServiceGrain =>
        Each<TGrain, TState, TAnswer>(
            KeyFilter.All,
            ask,
            (answer, _) =>
            {
                take(answer);
                return default;
            },
            cancellationToken);

    private async Task Each<TGrain, TState, TRecord>(
        KeyFilter filter, Func<TGrain, Task<TRecord>> read, Func<TRecord, long, ValueTask> take, CancellationToken cancellationToken)
        where TGrain : IServiceGrain
    {
        var underway = new Queue<(long Key, Task<TRecord> Record)>(ReadsAtOnce);
        await foreach (var key in keys.List<TState>(cancellationToken))
        {
            if (!filter.Takes(key))
                continue;

            if (underway.Count == ReadsAtOnce)
                await TakeNext();

            underway.Enqueue((key, read(grains.GetGrain<TGrain>(key))));
        }

        while (underway.Count > 0)
            await TakeNext();

        async ValueTask TakeNext()
        {
            var (key, record) = underway.Dequeue();
            await take(await record, key);
        }
    }
}

internal static class ExportRegistration
{
    public static IServiceCollection AddExport<TGrain, TState, TRecord>(
        this IServiceCollection services,
        string name,
        bool ofCustomers,
        Func<TransactionContext, TGrain, Task<TRecord>> read,
        Func<ExportWriter, TRecord, long, ValueTask> write)
        where TGrain : IServiceGrain =>
        services.AddSingleton<Export>(new GrainExport<TGrain, TState, TRecord>(name, ofCustomers, read, write));
}
