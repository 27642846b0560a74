using System.Collections.Concurrent;
using Marketplace.Records.Stores;

namespace Marketplace.Records;

/// <summary>Where requests run: what a request holds while it waits for the database.</summary>
internal abstract class Handlers : IDisposable
{
    /// <summary>Those that settings ask for.</summary>
    /// <exception cref="RecordsSettingException">The store can't block, and the settings want it to.</exception>
    public static Handlers Of(RecordsSettings settings, IRecordStore store)
    {
        if (settings.IsBlocking && !store.CanBlock)
            throw new RecordsSettingException(nameof(settings.Handlers), $"can be only async with Store={settings.Store}");
        return settings.Handlers switch
        {
            RecordsSettings.ThreadPerRequest => new ThreadPerRequest(),
            RecordsSettings.StandingThreads => new StandingThreads(settings.Threads),
            _ => new CallingThread(),
        };
    }

    /// <summary>Requests that wait for a thread.</summary>
    public virtual int Waiting => 0;

    /// <summary>Runs a request.</summary>
    public abstract Task<IResult> Run(Func<ValueTask<IResult>> request);

    /// <summary>Takes no more requests: threads that stand by end.</summary>
    public virtual void Dispose()
    {
    }
}

/// <summary>
/// On the pool's thread that read the request. With calls of the database that give it free a request holds no thread while it waits; with
/// those that block, it holds one of the pool.
/// </summary>
internal sealed class CallingThread : Handlers
{
    public override Task<IResult> Run(Func<ValueTask<IResult>> request) => request().AsTask();
}

/// <summary>On a new thread for each request.</summary>
internal sealed class ThreadPerRequest : Handlers
{
    public override Task<IResult> Run(Func<ValueTask<IResult>> request)
    {
        var work = new ThreadWork(request);
        ThreadWork.Start(work.Run);
        return work.Result;
    }
}

/// <summary>On one of some standing threads, first come first served.</summary>
internal sealed class StandingThreads : Handlers
{
    // More connections than a driver opens can't ask.
    private const int WaitingMost = 65_536;

    private readonly BlockingCollection<ThreadWork> _waiting = new(WaitingMost);

    public StandingThreads(int threads)
    {
        for (var i = 0; i < threads; i++)
            ThreadWork.Start(Serve);
    }

    public override int Waiting => _waiting.Count;

    public override Task<IResult> Run(Func<ValueTask<IResult>> request)
    {
        var work = new ThreadWork(request);
        return _waiting.TryAdd(work) ? work.Result : Task.FromResult(Results.StatusCode(StatusCodes.Status503ServiceUnavailable));
    }

    public override void Dispose()
    {
        _waiting.CompleteAdding();
        base.Dispose();
    }

    private void Serve()
    {
        foreach (var work in _waiting.GetConsumingEnumerable())
            work.Run();
    }
}

/// <summary>A request that runs on a thread, to its end: also its answer is written there.</summary>
internal sealed class ThreadWork(Func<ValueTask<IResult>> request)
{
    private const int StackBytes = 256 << 10;

    // Whoever awaits the result goes on with it on the thread that has it.
    private readonly TaskCompletionSource<IResult> _result = new(TaskCreationOptions.None);

    public Task<IResult> Result => _result.Task;

    public static void Start(ThreadStart run) => new Thread(run, StackBytes) { IsBackground = true }.Start();

    public void Run()
    {
        var running = request();
        if (!running.IsCompleted) _result.SetException(new InvalidOperationException("A call of the store gave its thread free."));
        else if (running.IsCompletedSuccessfully) _result.SetResult(running.Result);
        else _result.SetException(running.AsTask().Exception!.InnerExceptions);
    }
}
