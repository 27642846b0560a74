using System.Reflection;

namespace Marketplace.Simulation.Scheduling;

/// <summary>
/// Brings what the runtime puts into the thread pool back to the thread of the world. Awaits come back by themselves; not so the joints of
/// Task.WhenAll and WaitAsync behind a source that runs continuations asynchronously, nor callbacks of a cancellation: these go to the pool, whatever
/// synchronization context there is.
/// </summary>
/// <remarks>
/// The world runs on the one thread that the pool may have, as an item of it. So what comes into the pool stays there until this thread
/// itself takes it out, between two turns. There is no public way to do that: it is the method by which threads of the pool do it.
/// </remarks>
internal static class PoolPump
{
    private static readonly Func<bool> Dispatch = Find();

    /// <summary>Runs something on the only thread of the pool, and waits for its end.</summary>
    /// <exception cref="InvalidOperationException">The process has several processors, so that its pool can't be told to have one thread.</exception>
    public static void RunOnOnlyThread(Action action)
    {
        if (!ThreadPool.SetMinThreads(1, 1) || !ThreadPool.SetMaxThreads(1, 1))
        {
            throw new InvalidOperationException(
                $"This process counts {Environment.ProcessorCount} processors: worlds run where DOTNET_PROCESSOR_COUNT is 1.");
        }

        using var ended = new ManualResetEventSlim();
        Exception? failure = null;
        ThreadPool.UnsafeQueueUserWorkItem(
            _ =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    failure = exception;
                }

                ended.Set();
            },
            null);
        ended.Wait();
        if (failure is not null)
            throw new InvalidOperationException("The worlds ended early.", failure);
    }

    /// <summary>Runs what is in the pool.</summary>
    public static void Run()
    {
        while (ThreadPool.PendingWorkItemCount > 0)
            Dispatch();
    }

    private static Func<bool> Find()
    {
        var method = typeof(ThreadPool).Assembly.GetType("System.Threading.ThreadPoolWorkQueue")
            ?.GetMethod("Dispatch", BindingFlags.Static | BindingFlags.NonPublic, []);
        return method?.CreateDelegate<Func<bool>>()
            ?? throw new InvalidOperationException($".NET {Environment.Version} runs its thread pool in another way than .NET 10.");
    }
}
