namespace Marketplace.Actors.CodeGeneration;

/// <summary>A request of a method that has a cancellation token. Base of the generated requests of such methods.</summary>
/// <typeparam name="TResult">Type of the answer, or <see cref="NoResult"/>.</typeparam>
public abstract class CancellableRequest<TResult> : SentRequest<TResult>, ICancellableRequest
{
    CancellationToken ICancellableRequest.Token
    {
        get => Token;
        set => Token = value;
    }

    IDisposable? ICancellableRequest.Cancellation { get; set; }

    /// <summary>The argument that is the token.</summary>
    protected abstract CancellationToken Token { get; set; }
}

/// <summary>A request that its caller may cancel.</summary>
internal interface ICancellableRequest
{
    /// <summary>The token: the caller's at first, then one that is cancelled in turns of the called grain.</summary>
    CancellationToken Token { get; set; }

    /// <summary>What watches the caller's token, until the caller has an answer.</summary>
    IDisposable? Cancellation { get; set; }
}
