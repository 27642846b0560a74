using Marketplace.Simulation.Scheduling;

namespace Marketplace.Simulation.Silos;

/// <summary>Has something done on another machine of the world, and waits for it on this one.</summary>
internal static class SiloHands
{
    /// <summary>Runs an async function on a machine.</summary>
    /// <param name="machine">Where; if it dies there is no end.</param>
    /// <param name="home">Where the caller is.</param>
    /// <param name="function">What is run.</param>
    public static async Task<T> On<T>(Machine machine, Machine home, Func<Task<T>> function)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        machine.Post(() => _ = Run());
        return await done.Task;

        async Task Run()
        {
            try
            {
                var result = await function();
                home.Post(() => done.TrySetResult(result));
            }
            catch (Exception exception)
            {
                home.Post(() => done.TrySetException(exception));
            }
        }
    }

    public static Task On(Machine machine, Machine home, Func<Task> function) => On(machine, home, async () =>
    {
        await function();
        return true;
    });
}
