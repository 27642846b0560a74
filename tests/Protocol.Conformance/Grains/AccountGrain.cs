using Marketplace.Engine.Inline;
using Marketplace.Protocols;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>A grain whose steps go well beside each other.</summary>
public interface IAccountGrain : IParticipant
{
    /// <summary>Adds to the balance and answers it.</summary>
    Task<long> Add(TransactionContext tx, long amount);

    /// <summary>Replaces the note and answers the one before.</summary>
    Task<string> Replace(TransactionContext tx, string note);

    /// <summary>Lets a letter go if the transaction commits.</summary>
    Task Send(TransactionContext tx, string letter);

    Task<long> Balance(TransactionContext tx);

    /// <summary>Answers the balance, and changes it in the reading: a bug of the grain.</summary>
    Task<long> BalanceChanged(TransactionContext tx);

    /// <summary>The balance with which the activation began.</summary>
    Task<long> Loaded();

    /// <summary>Has the activation end as soon as it is idle.</summary>
    Task Leave();
}

[Reentrant]
internal sealed class AccountGrain(IGrainState<AccountState> state, Letters letters) : Grain, IAccountGrain
{
    private long _loaded;

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        await state.Load(cancellationToken);
        _loaded = state.Inspect(static s => s.Balance);
    }

    public override async Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken)
    {
        if (ServiceProvider.GetService<Lanes>() is { } lanes)
            await lanes.Close(GrainContext, cancellationToken);

        await state.Unload();
    }

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => state.Receive(message);

    public Task<long> Add(TransactionContext tx, long amount) => state.Update(tx, amount, static (s, a) => s.Add(a)).AsTask();

    public Task<string> Replace(TransactionContext tx, string note) => state.Update(tx, note, static (s, n) => s.Replace(n)).AsTask();

    public Task Send(TransactionContext tx, string letter) => state.OnCommit(tx, new Letter(letters, letter));

    public Task<long> Balance(TransactionContext tx) => state.Read(tx, static s => s.Balance).AsTask();

    public Task<long> BalanceChanged(TransactionContext tx) => state.Read(tx, static s => s.Add(1)).AsTask();

    public Task<long> Loaded() => Task.FromResult(_loaded);

    public Task Leave()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    private sealed record Letter(Letters Letters, string Text) : CommitAction
    {
        public override Task OnCommit() => Letters.Send(Text);

        public override Task OnAbort() => Letters.Send($"not {Text}");
    }
}
