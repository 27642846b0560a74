namespace Marketplace.Engine.Turns.Scheduling;

/// <summary>Keeps the engine's own asynchronous work, which belongs to no activation, on the scheduler.</summary>
internal sealed class EngineSynchronizationContext(IActivationScheduler scheduler) : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state) => scheduler.Schedule(new Continuation(this, d, state));

    public override void Send(SendOrPostCallback d, object? state) =>
        throw new NotSupportedException("Nothing may block on the engine's scheduler.");

    public override SynchronizationContext CreateCopy() => this;

    private sealed class Continuation(SynchronizationContext context, SendOrPostCallback callback, object? state) : IThreadPoolWorkItem
    {
        public void Execute()
        {
            var outer = Current;
            SetSynchronizationContext(context);
            try
            {
                callback(state);
            }
            finally
            {
                SetSynchronizationContext(outer);
            }
        }
    }
}
