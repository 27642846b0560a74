using System.Runtime.CompilerServices;
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

    public async Task Each<TGrain, TState, TRecord>(
        ExportWriter lines,
        KeyFilter filter,
        Func<TransactionContext, TGrain, Task<TRecord>> read,
        Func<ExportWriter, TRecord, long, ValueTask> write)
        where TGrain : IServiceGrain
    {
        var records = Ask<TGrain, TState, TRecord>(
            filter,
            grain => protocol.Unrecorded.Run(declarations.One("", TransactionKind.Read, grain), grain, read),
            lines.CancellationToken);
        await foreach (var (key, record) in records)
            await write(lines, record, key);
    }

    /// <summary>Asks each grain that has a state.</summary>
    /// <param name="ask">The question, in no transaction but its own.</param>
    /// <returns>The answers, in the order in which the grains are listed.</returns>
    public async IAsyncEnumerable<(long Key, TAnswer Answer)> Ask<TGrain, TState, TAnswer>(
        KeyFilter filter, Func<TGrain, Task<TAnswer>> ask, [EnumeratorCancellation] CancellationToken cancellationToken)
        where TGrain : IServiceGrain
    {
        var underway = new Queue<(long Key, Task<TAnswer> Answer)>(ReadsAtOnce);
        await foreach (var key in keys.List<TState>(cancellationToken))
        {
            if (!filter.Takes(key))
                continue;

            if (underway.Count == ReadsAtOnce)
                yield return await Next();

            underway.Enqueue((key, ask(grains.GetGrain<TGrain>(key))));
        }

        while (underway.Count > 0)
            yield return await Next();

        async Task<(long Key, TAnswer Answer)> Next()
        {
            var (key, answer) = underway.Dequeue();
            return (key, await answer);
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
