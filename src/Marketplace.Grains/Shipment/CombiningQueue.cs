namespace Marketplace.Grains.Shipment;

/// <summary>
/// Runs pieces of work one after the other. What comes while one runs is run by whoever runs that one: between two of them no thread
/// has to come free, which on a busy machine takes longer than the work.
/// </summary>
/// <param name="forOthersMax">Pieces that one runs for others at most, while its own client waits: 0 if they are long.</param>
/// <remarks>The queue is as long as requests are in flight, which the gateway bounds.</remarks>
internal sealed class CombiningQueue<TResult>(int forOthersMax)
{
    private readonly Lock _lock = new();
    private readonly Queue<Waiting> _waiting = [];
    private bool _isRunning;

    /// <summary>Runs a piece of work when all that came before have been run.</summary>
    /// <param name="work">The work; it waits for nothing but calls, which time out.</param>
    public async Task<TResult> Run(Func<Task<TResult>> work)
    {
        if (Queue(work) is { } waiting && await waiting.Answer.Task is { HasRun: true } answer)
            return answer.Result!;

        try
        {
            return await work();
        }
        finally
        {
            await RunOthers();
        }
    }

    private Waiting? Queue(Func<Task<TResult>> work)
    {
        lock (_lock)
        {
            if (!_isRunning)
            {
                _isRunning = true;
                return null;
            }

            var waiting = new Waiting(work);
            _waiting.Enqueue(waiting);
            return waiting;
        }
    }

    private async Task RunOthers()
    {
        for (var count = 0; Next() is { } next; count++)
        {
            if (count == forOthersMax)
            {
                next.Answer.SetResult(default);
                return;
            }

            try
            {
                next.Answer.SetResult((true, await next.Work()));
            }
            catch (Exception exception)
            {
                next.Answer.SetException(exception);
            }
        }
    }

    private Waiting? Next()
    {
        lock (_lock)
        {
            _isRunning = _waiting.TryDequeue(out var next);
            return next;
        }
    }

    private sealed class Waiting(Func<Task<TResult>> work)
    {
        public Func<Task<TResult>> Work => work;

        // HasRun is false for who has to run it, and those behind.
        public TaskCompletionSource<(bool HasRun, TResult? Result)> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
