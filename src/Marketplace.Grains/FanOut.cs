namespace Marketplace.Grains;

/// <summary>
/// Sends one message to each of several grains and waits for all. Calls start in the order given, which callers keep in key order
/// so that contended grains are reached in one global order.
/// </summary>
internal static class FanOut
{
    /// <summary>Calls once for each item.</summary>
    /// <param name="items">Whom to call, in key order.</param>
    /// <returns>When all calls have ended; fails with the first failure.</returns>
    public static Task ForEach<TItem, TArgument>(IReadOnlyList<TItem> items, TArgument argument, Func<TItem, TArgument, Task> call)
    {
        // A call to an idle activation of the same process has ended when it returns: then there is nothing to allocate or await.
        List<Task>? pending = null;
        for (var i = 0; i < items.Count; i++)
        {
            var task = call(items[i], argument);
            if (!task.IsCompletedSuccessfully)
                (pending ??= new List<Task>(items.Count - i)).Add(task);
        }

        return pending is null ? Task.CompletedTask : Task.WhenAll(pending);
    }
}
