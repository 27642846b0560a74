using Orleans.Streams;

namespace Orleans.Streams
{
    /// <summary>Subscribes functions in place of observers.</summary>
    public static class AsyncObservableExtensions
    {
        /// <summary>Subscribes a function.</summary>
        /// <typeparam name="T">Type of the events.</typeparam>
        /// <param name="obs">The stream.</param>
        /// <param name="onNextAsync">Receives the events.</param>
        /// <returns>The subscription.</returns>
        public static Task<StreamSubscriptionHandle<T>> SubscribeAsync<T>(
            this IAsyncObservable<T> obs, Func<T, StreamSequenceToken?, Task> onNextAsync)
        {
            ArgumentNullException.ThrowIfNull(obs);
            return obs.SubscribeAsync(new FunctionObserver<T>(onNextAsync));
        }
    }

    /// <summary>Resumes subscriptions with functions in place of observers.</summary>
    public static class StreamSubscriptionHandleExtensions
    {
        /// <summary>Attaches a function to the subscription.</summary>
        /// <typeparam name="T">Type of the events.</typeparam>
        /// <param name="handle">The subscription.</param>
        /// <param name="onNextAsync">Receives the events.</param>
        /// <returns>The subscription.</returns>
        public static Task<StreamSubscriptionHandle<T>> ResumeAsync<T>(
            this StreamSubscriptionHandle<T> handle, Func<T, StreamSequenceToken?, Task> onNextAsync)
        {
            ArgumentNullException.ThrowIfNull(handle);
            return handle.ResumeAsync(new FunctionObserver<T>(onNextAsync));
        }
    }

    internal sealed class FunctionObserver<T>(Func<T, StreamSequenceToken?, Task> onNextAsync) : IAsyncObserver<T>
    {
        public Task OnNextAsync(T item, StreamSequenceToken? token = null) => onNextAsync(item, token);

        public Task OnErrorAsync(Exception ex) => Task.CompletedTask;
    }
}

namespace Orleans
{
    /// <summary>Streams for grains.</summary>
    public static class GrainStreamingExtensions
    {
        /// <summary>A stream provider by its name.</summary>
        /// <param name="grain">The grain.</param>
        /// <param name="name">The name.</param>
        /// <exception cref="KeyNotFoundException">No provider has that name.</exception>
        public static IStreamProvider GetStreamProvider(this IGrainBase grain, string name)
        {
            ArgumentNullException.ThrowIfNull(grain);
            return grain.GrainContext is IEngineGrainContext engine
                ? engine.GetStreamProvider(name)
                : throw new InvalidOperationException("The grain does not run in an engine.");
        }
    }
}
