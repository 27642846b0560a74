namespace Orleans.Runtime
{
    /// <summary>A timer of a grain. Disposing it stops it; it ends with the activation at the latest.</summary>
    public interface IGrainTimer : IDisposable
    {
        /// <summary>Sets new times.</summary>
        /// <param name="dueTime">The delay before the next tick.</param>
        /// <param name="period">The time from the end of a tick to the next one.</param>
        void Change(TimeSpan dueTime, TimeSpan period);
    }

    /// <summary>When a grain timer ticks, and what it may interleave with.</summary>
    /// <param name="dueTime">The delay before the first tick; infinite: not until changed.</param>
    /// <param name="period">The time from the end of a tick to the next one; infinite: one tick.</param>
    [method: System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
    public readonly struct GrainTimerCreationOptions(TimeSpan dueTime, TimeSpan period)
    {
        /// <summary>The delay before the first tick; infinite: not until changed.</summary>
        public required TimeSpan DueTime { get; init; } = dueTime;

        /// <summary>The time from the end of a tick to the next one; infinite: one tick.</summary>
        public required TimeSpan Period { get; init; } = period;

        /// <summary>Whether ticks may interleave with requests and other ticks of a grain that isn't reentrant.</summary>
        public bool Interleave { get; init; }

        /// <summary>Whether a tick counts as use of the activation, so that it isn't collected as idle.</summary>
        public bool KeepAlive { get; init; }
    }
}

namespace Orleans.Timers
{
    using Orleans.Runtime;

    /// <summary>Starts the timers of grains.</summary>
    public interface ITimerRegistry
    {
        /// <summary>Starts a timer whose callback runs as a turn of the grain.</summary>
        /// <typeparam name="TState">Type of the state.</typeparam>
        /// <param name="grainContext">The activation.</param>
        /// <param name="callback">Called at each tick.</param>
        /// <param name="state">Handed to the callback.</param>
        /// <param name="options">When it ticks, and what it may interleave with.</param>
        IGrainTimer RegisterGrainTimer<TState>(
            IGrainContext grainContext,
            Func<TState, CancellationToken, Task> callback,
            TState state,
            GrainTimerCreationOptions options);
    }
}
