using System.Collections.Immutable;
using Marketplace.Engine.Inline;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>A grain that runs call trees.</summary>
public interface ILedgerGrain : IParticipant
{
    Task<Observations> Run(TransactionContext tx, CallTree node);

    Task<Ledger> Read(TransactionContext tx);
}

[Reentrant]
internal sealed class LedgerGrain(IGrainState<LedgerState> state, Leavers leavers, Departures departures) : Grain, ILedgerGrain
{
    public override Task OnActivateAsync(CancellationToken cancellationToken) => state.Load(cancellationToken);

    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        if (ServiceProvider.GetService<Lanes>() is { } lanes)
            await lanes.Close(GrainContext, cancellationToken);

        await state.Unload();
    }

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => state.Receive(message);

    public async Task<Observations> Run(TransactionContext tx, CallTree node)
    {
        var seen = ImmutableArray.CreateBuilder<Observation>();
        var isWrite = node.Action != NodeAction.Read;
        var version = isWrite
            ? await state.Update(tx, tx.Tid, static (s, tid) => s.Write(tid))
            : await state.Read(tx, static s => s.Writers.Count);
        seen.Add(new Observation(node.Grain, version, isWrite));
        if (isWrite)
            await state.OnCommit(tx, departures.Expect(tx.Tid, node.Grain));

        if (node.Action == NodeAction.WriteAndLeave && leavers.IsFirst(tx.Tid))
            DeactivateOnIdle();

        if (node.Parallel)
        {
            foreach (var branch in await Task.WhenAll(node.Children.Select(child => Call(tx, child))))
                seen.AddRange(branch.Items);
        }
        else
        {
            foreach (var child in node.Children)
                seen.AddRange((await Call(tx, child)).Items);
        }

        return node.Action == NodeAction.Fail
            ? throw new InvalidOperationException("This node fails on purpose.")
            : new Observations(seen.ToImmutable());
    }

    public Task<Ledger> Read(TransactionContext tx) => state.Read(tx, static s => new Ledger([.. s.Writers])).AsTask();

    private Task<Observations> Call(TransactionContext tx, CallTree child) =>
        GrainFactory.GetGrain<ILedgerGrain>(child.Grain).Run(tx, child);
}
