using System.Collections.Immutable;
using Marketplace.Protocols;
using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Messages that don't arrive, and coordinators that seem to be gone meanwhile.</summary>
internal sealed class Loss(string message) : IIncomingGrainCallFilter
{
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isOn;

    /// <summary>The grain that they don't arrive at; null for all.</summary>
    public GrainId? Grain { get; set; }

    public Func<Task> WhenGiven { get; set; } = static () => Task.CompletedTask;

    public Task Lost => _lost.Task.WaitAsync(TimeSpan.FromSeconds(60), TimeProvider.System);

    // Who is to decide first lives until then: before that the others are not told that it is gone, however slow it is.
    private bool IsGone => _isOn && (message.Length == 0 || _lost.Task.IsCompleted);

    public void AddTo(IServiceCollection services)
    {
        services.AddSingleton<IIncomingGrainCallFilter>(this);
        services.Decorate<ICoordinators>(right => new Coordinators(right, this));
    }

    public void Begin() => _isOn = true;

    public void End() => _isOn = false;

    public Task Invoke(IIncomingGrainCallContext context)
    {
        if (!_isOn || (Grain is { } grain && context.TargetId != grain)
            || context.MethodName != nameof(IParticipant.Receive) || context.Request.GetArgument(0)?.GetType().Name != message)
        {
            return context.Invoke();
        }

        _lost.TrySetResult();
        throw new TimeoutException("Lost on purpose.");
    }

    private sealed class Coordinators(ICoordinators right, Loss loss) : ICoordinators
    {
        public long Own => right.Own;

        public Task Join(TransactionId transaction, IParticipant participant) => right.Join(transaction, participant);

        public async Task Give(TransactionId transaction, WriteSet part)
        {
            await right.Give(transaction, part);
            if (loss._isOn)
                await loss.WhenGiven();
        }

        public Task<bool> IsGone(long coordinator) => right.IsGone(coordinator);

        public Task<ImmutableArray<PlacedTransaction>> PlacedElsewhere(TimeSpan timeout) => right.PlacedElsewhere(timeout);

        public Task<TransactionOutcome> OutcomeOf(TransactionId transaction) =>
            loss.IsGone ? Task.FromResult(TransactionOutcome.Aborted) : right.OutcomeOf(transaction);
    }
}
