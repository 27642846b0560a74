namespace Marketplace.Protocols.Recording;

/// <summary>Names the attempts of this start of a silo, each as no attempt of any start is named.</summary>
/// <param name="recorder">Key of the silo (<see cref="Storage.ISiloIdentity"/>).</param>
internal sealed class AttemptNames(long recorder)
{
    private long _last;

    /// <param name="attempt">Number of the attempt within its transaction, from 1.</param>
    public RecordedAttempt Next(int attempt) => new(recorder, Interlocked.Increment(ref _last), attempt);
}
