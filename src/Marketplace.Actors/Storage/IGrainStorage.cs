using Orleans.Runtime;

namespace Orleans
{
    /// <summary>A state as a storage provider reads and writes it.</summary>
    /// <typeparam name="T">Type of the state.</typeparam>
    public interface IGrainState<T>
    {
        /// <summary>The state.</summary>
        T State { get; set; }

        /// <summary>The version of the stored record that <see cref="State"/> is of; null when there is none.</summary>
        string? ETag { get; set; }

        /// <summary>Whether the storage has a record.</summary>
        bool RecordExists { get; set; }
    }

    /// <summary>A state as a storage provider reads and writes it.</summary>
    /// <typeparam name="T">Type of the state.</typeparam>
    public sealed class GrainState<T> : IGrainState<T>
    {
        /// <summary>Makes a state without content.</summary>
        public GrainState() => State = default!;

        /// <summary>Makes a state that no storage knows.</summary>
        /// <param name="state">The content.</param>
        public GrainState(T state) => State = state;

        /// <inheritdoc/>
        public T State { get; set; }

        /// <inheritdoc/>
        public string? ETag { get; set; }

        /// <inheritdoc/>
        public bool RecordExists { get; set; }
    }
}

namespace Orleans.Storage
{
    /// <summary>Keeps the states of grains.</summary>
    public interface IGrainStorage
    {
        /// <summary>Reads a state. Without a record the state stays as it is.</summary>
        /// <typeparam name="T">Type of the state.</typeparam>
        /// <param name="stateName">Its name: grains can have several states.</param>
        /// <param name="grainId">Its grain.</param>
        /// <param name="grainState">Receives what is stored.</param>
        Task ReadStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState);

        /// <summary>Writes a state, and gives it a new ETag.</summary>
        /// <typeparam name="T">Type of the state.</typeparam>
        /// <param name="stateName">Its name: grains can have several states.</param>
        /// <param name="grainId">Its grain.</param>
        /// <param name="grainState">What is written.</param>
        /// <exception cref="InconsistentStateException">The stored record is not the one with that ETag.</exception>
        Task WriteStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState);

        /// <summary>Removes a state from the storage.</summary>
        /// <typeparam name="T">Type of the state.</typeparam>
        /// <param name="stateName">Its name: grains can have several states.</param>
        /// <param name="grainId">Its grain.</param>
        /// <param name="grainState">What is removed; its ETag is null afterwards.</param>
        /// <exception cref="InconsistentStateException">The stored record is not the one with that ETag.</exception>
        Task ClearStateAsync<T>(string stateName, GrainId grainId, IGrainState<T> grainState);
    }

    /// <summary>A write met a stored record with another ETag: someone else wrote in between.</summary>
    public sealed class InconsistentStateException : OrleansException
    {
        /// <summary>Makes the exception.</summary>
        public InconsistentStateException()
        {
        }

        /// <summary>Makes the exception.</summary>
        /// <param name="message">What happened.</param>
        public InconsistentStateException(string message)
            : base(message)
        {
        }

        /// <summary>Makes the exception.</summary>
        /// <param name="message">What happened.</param>
        /// <param name="innerException">The cause.</param>
        public InconsistentStateException(string message, Exception innerException)
            : base(message, innerException)
        {
        }

        /// <summary>Makes the exception.</summary>
        /// <param name="message">What happened.</param>
        /// <param name="storedEtag">The ETag in the storage.</param>
        /// <param name="currentEtag">The ETag of the writer.</param>
        public InconsistentStateException(string message, string? storedEtag, string? currentEtag)
            : base($"{message} Stored ETag: {storedEtag ?? "none"}, writer's ETag: {currentEtag ?? "none"}.")
        {
            StoredEtag = storedEtag;
            CurrentEtag = currentEtag;
        }

        /// <summary>The ETag in the storage.</summary>
        public string? StoredEtag { get; }

        /// <summary>The ETag of the writer.</summary>
        public string? CurrentEtag { get; }
    }
}
