using System.Runtime.CompilerServices;

namespace Marketplace.Protocols;

/// <summary>Waits for tasks whose failure is told elsewhere, or is of no interest.</summary>
public static class TaskEnd
{
    /// <summary>Waits until a task has ended, in whatever way, and goes on where the caller is.</summary>
    public static ConfiguredTaskAwaitable Ended(this Task task) =>
        task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
}
