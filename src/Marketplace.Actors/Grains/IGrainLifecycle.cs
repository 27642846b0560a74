namespace Orleans
{
    /// <summary>Something that takes part in a start and a stop.</summary>
    public interface ILifecycleObserver
    {
        /// <summary>Called at the start.</summary>
        /// <param name="cancellationToken">Cancelled when the start is given up.</param>
        Task OnStart(CancellationToken cancellationToken = default);

        /// <summary>Called at the stop.</summary>
        /// <param name="cancellationToken">Cancelled when the stop may take no longer.</param>
        Task OnStop(CancellationToken cancellationToken = default);
    }

    /// <summary>Something that has a start and a stop in stages.</summary>
    public interface ILifecycleObservable
    {
        /// <summary>Adds an observer: started in ascending, stopped in descending order of the stages.</summary>
        /// <param name="observerName">Its name, for messages.</param>
        /// <param name="stage">Its stage.</param>
        /// <param name="observer">The observer.</param>
        /// <returns>Removes the observer when disposed.</returns>
        IDisposable Subscribe(string observerName, int stage, ILifecycleObserver observer);
    }

    /// <summary>The stages of an activation.</summary>
    public static class GrainLifecycleStage
    {
        /// <summary>Before all others.</summary>
        public const int First = int.MinValue;

        /// <summary>State is loaded here.</summary>
        public const int SetupState = 1_000;

        /// <summary>The grain's own OnActivateAsync and OnDeactivateAsync.</summary>
        public const int Activate = 2_000;

        /// <summary>After all others.</summary>
        public const int Last = int.MaxValue;
    }
}

namespace Orleans.Runtime
{
    /// <summary>The start and stop of one activation.</summary>
    public interface IGrainLifecycle : ILifecycleObservable;
}
