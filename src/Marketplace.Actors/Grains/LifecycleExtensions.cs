namespace Orleans;

/// <summary>Adds functions to a lifecycle.</summary>
public static class LifecycleExtensions
{
    /// <summary>Adds a start function and, if given, a stop function.</summary>
    /// <param name="observable">The lifecycle.</param>
    /// <param name="observerName">The name, for messages.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="onStart">Called at the start.</param>
    /// <param name="onStop">Called at the stop.</param>
    /// <returns>Removes both when disposed.</returns>
    public static IDisposable Subscribe(
        this ILifecycleObservable observable,
        string observerName,
        int stage,
        Func<CancellationToken, Task> onStart,
        Func<CancellationToken, Task>? onStop = null)
    {
        ArgumentNullException.ThrowIfNull(observable);
        ArgumentNullException.ThrowIfNull(onStart);
        return observable.Subscribe(observerName, stage, new Observer(onStart, onStop));
    }

    private sealed class Observer(Func<CancellationToken, Task> onStart, Func<CancellationToken, Task>? onStop) : ILifecycleObserver
    {
        public Task OnStart(CancellationToken cancellationToken = default) => onStart(cancellationToken);

        public Task OnStop(CancellationToken cancellationToken = default) => onStop?.Invoke(cancellationToken) ?? Task.CompletedTask;
    }
}
