using Marketplace.Grains;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Transactions on the stock of two products that meet in a way in which a right protocol does not let them commit.</summary>
internal sealed class Script(ITransactionProtocol protocol, IGrainFactory grains)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Access _first = Of(grains, 1);
    private readonly Access _second = Of(grains, 2);

    /// <summary>One reads the first item; another writes to both; then the one writes to the second.</summary>
    public Task OverwriteWhatWasRead() => TornBy(_second with { Mode = AccessMode.Write }, static (tx, grain) => grain.Replenish(tx, 1));

    /// <summary>One reads the first item; another writes to both; then the one reads the second.</summary>
    public Task TearWhatIsRead() => TornBy(_second, static (tx, grain) => grain.Get(tx));

    /// <summary>Each of two reads the item that the other writes to.</summary>
    public async Task Skew()
    {
        var (one, other) = (new TaskCompletionSource(), new TaskCompletionSource());
        await Task.WhenAll(Skew(_first, _second, one, other), Skew(_second, _first, other, one));
    }

    private static Access Of(IGrainFactory grains, int product) =>
        new(grains.GetGrain<IStockGrain>(Keys.Pair(1, product)), 0, Keys.Pair(1, product), AccessMode.Read);

    private async Task TornBy(Access last, Func<TransactionContext, IStockGrain, Task> end)
    {
        // Once: where the one is run again, it meets nobody.
        var hasMet = false;
        await Try([_first, last], async tx =>
        {
            await Stock(_first).Get(tx);
            if (!hasMet)
            {
                hasMet = true;
                await Try([_first with { Mode = AccessMode.Write }, _second with { Mode = AccessMode.Write }], async other =>
                {
                    await Stock(_first).Replenish(other, 1);
                    await Stock(_second).Replenish(other, 1);
                });
            }

            await end(tx, Stock(last));
        });
    }

    private Task Skew(Access read, Access written, TaskCompletionSource hasRead, TaskCompletionSource otherHasRead) =>
        Try([read, written with { Mode = AccessMode.Write }], async tx =>
        {
            await Stock(read).Get(tx);
            hasRead.TrySetResult();
            await otherHasRead.Task.WaitAsync(Patience);
            await Stock(written).Replenish(tx, 1);
        });

    private async Task Try(Access[] accesses, Func<TransactionContext, Task> body)
    {
        try
        {
            await protocol.Run(
                new TransactionDeclaration("", TransactionKind.Maintenance, protocol.NeedsAccesses ? AccessSet.Of(accesses) : default),
                body,
                static async (tx, body) =>
                {
                    await body(tx);
                    return true;
                });
        }
        catch (TransactionAbortedException)
        {
            // As it should be.
        }
    }

    private static IStockGrain Stock(Access access) => (IStockGrain)access.Grain;
}
