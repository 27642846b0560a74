using Marketplace.Protocols.Deterministic;
using Marketplace.Protocols.Kernel;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>A grain with a machine that has an identity, and is sent nothing.</summary>
internal sealed class FakeGrain(int number) : IGrainBase, IParticipant
{
    public IGrainContext GrainContext { get; } = new Context(number);

    public int Number => number;

    public ParticipantMachine Machine { get; private set; } = New(number);

    // Who made version 1, 2 …
    public List<int> Writers { get; } = [];

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) => throw new NotSupportedException();

    /// <summary>The activation ends, and the next one begins.</summary>
    public void Restart()
    {
        var last = Machine;
        last.Deactivate();
        Machine = New(number);
        foreach (var branch in last.Branches.Where(last.Outlives))
            Machine.Restore(branch);
    }

    private static GrainId IdOf(int number) => GrainId.Create(GrainType.Create("fake"), GrainIdKeyExtensions.CreateIntegerKey(number));

    private static SequencedMachine New(int number) => new() { Grain = IdOf(number) };

    private sealed class Context(int number) : IGrainContext
    {
        public GrainId GrainId { get; } = IdOf(number);
        public GrainReference GrainReference => throw new NotSupportedException();
        public object? GrainInstance => null;
        public ActivationId ActivationId => default;
        public GrainAddress Address => throw new NotSupportedException();
        public IServiceProvider ActivationServices => throw new NotSupportedException();
        public IGrainLifecycle ObservableLifecycle => throw new NotSupportedException();
        public IWorkItemScheduler Scheduler => throw new NotSupportedException();
        public Task Deactivated => Task.CompletedTask;

        public void SetComponent<TComponent>(TComponent? value)
            where TComponent : class => throw new NotSupportedException();

        public object? GetComponent(Type componentType) => null;

        public object? GetTarget() => null;

        public void ReceiveMessage(object message) => throw new NotSupportedException();

        public void Activate(Dictionary<string, object>? requestContext, CancellationToken cancellationToken) => throw new NotSupportedException();

        public void Deactivate(DeactivationReason deactivationReason, CancellationToken cancellationToken) => throw new NotSupportedException();

        public void Rehydrate(IRehydrationContext context) => throw new NotSupportedException();

        public void Migrate(Dictionary<string, object>? requestContext, CancellationToken cancellationToken) => throw new NotSupportedException();

        public bool Equals(IGrainContext? other) => ReferenceEquals(this, other);
    }
}
