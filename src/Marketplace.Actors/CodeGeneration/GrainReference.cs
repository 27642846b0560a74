using Marketplace.Actors.CodeGeneration;

namespace Orleans.Runtime;

/// <summary>
/// A reference to a grain. Generated code derives one class a grain interface; its methods call the grain object directly when it
/// is idle, and send a request otherwise.
/// </summary>
public abstract class GrainReference : IAddressable, IEquatable<GrainReference>
{
    private readonly GrainCalls _calls;
    private readonly IdSpan _key;

    /// <summary>Makes a reference.</summary>
    /// <param name="seed">What it is made of.</param>
    protected GrainReference(GrainReferenceSeed seed)
    {
        _calls = seed.Calls;
        _key = seed.Key;
    }

    /// <summary>The identity of the grain.</summary>
    public GrainId GrainId => new(_calls.GrainType, _key);

    internal IdSpan Key => _key;

    internal GrainCalls Calls => _calls;

    /// <summary>The activation that the last call found, which may be gone since.</summary>
    internal RequestRunner? LastActivation { get; set; }

    /// <summary>A reference to the same grain by another of its interfaces.</summary>
    /// <typeparam name="TGrainInterface">The interface.</typeparam>
    public TGrainInterface Cast<TGrainInterface>()
        where TGrainInterface : IAddressable =>
        this is TGrainInterface same ? same : _calls.GrainFactory.GetGrain<TGrainInterface>(GrainId);

    /// <inheritdoc/>
    public bool Equals(GrainReference? other) => other is not null && other._key == _key && ReferenceEquals(other._calls, _calls);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as GrainReference);

    /// <inheritdoc/>
    public override int GetHashCode() => _key.GetHashCode();

    /// <inheritdoc/>
    public override string ToString() => GrainId.ToString();

    /// <summary>Begins a turn on this thread, if the grain is active and idle.</summary>
    /// <param name="method">The method to be called.</param>
    /// <param name="turn">The turn, which one of the Leave methods ends.</param>
    protected bool TryEnter(GrainMethod method, out Turn turn) => _calls.TryEnter(this, method, out turn);

    /// <summary>Ends a turn.</summary>
    /// <param name="turn">The turn.</param>
    /// <param name="method">The method.</param>
    /// <param name="task">What it returned.</param>
    protected Task Leave(in Turn turn, GrainMethod method, Task task)
    {
        if (!task.IsCompleted)
            return _calls.LeavePending<NoResult>(turn, method, task);
        _calls.Leave(turn);
        return task;
    }

    /// <summary>Ends a turn.</summary>
    /// <typeparam name="TResult">Type of the result.</typeparam>
    /// <param name="turn">The turn.</param>
    /// <param name="method">The method.</param>
    /// <param name="task">What it returned.</param>
    protected Task<TResult> Leave<TResult>(in Turn turn, GrainMethod method, Task<TResult> task)
    {
        if (!task.IsCompleted)
            return _calls.LeavePending<TResult>(turn, method, task);
        _calls.Leave(turn);
        return task;
    }

    /// <summary>Ends a turn.</summary>
    /// <param name="turn">The turn.</param>
    /// <param name="method">The method.</param>
    /// <param name="task">What it returned.</param>
    protected ValueTask Leave(in Turn turn, GrainMethod method, ValueTask task)
    {
        if (!task.IsCompleted)
            return new ValueTask(_calls.LeavePending<NoResult>(turn, method, task.AsTask()));
        _calls.Leave(turn);
        return task;
    }

    /// <summary>Ends a turn.</summary>
    /// <typeparam name="TResult">Type of the result.</typeparam>
    /// <param name="turn">The turn.</param>
    /// <param name="method">The method.</param>
    /// <param name="task">What it returned.</param>
    protected ValueTask<TResult> Leave<TResult>(in Turn turn, GrainMethod method, ValueTask<TResult> task)
    {
        if (!task.IsCompleted)
            return new ValueTask<TResult>(_calls.LeavePending<TResult>(turn, method, task.AsTask()));
        _calls.Leave(turn);
        return task;
    }

    /// <summary>Sends a request.</summary>
    /// <typeparam name="TResult">Type of the result.</typeparam>
    /// <param name="request">The request.</param>
    /// <returns>The answer.</returns>
    protected Task<TResult> Send<TResult>(GrainRequest<TResult> request)
    {
        ArgumentNullException.ThrowIfNull(request);
        _calls.Send(this, request);
        return (request.Method.Options & GrainMethodOptions.OneWay) == 0 ? request.Task : OneWay<TResult>.Done;
    }

    private static class OneWay<TResult>
    {
        public static readonly Task<TResult> Done = Task.FromResult<TResult>(default!);
    }
}
