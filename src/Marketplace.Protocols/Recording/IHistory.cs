namespace Marketplace.Protocols.Recording;

/// <summary>Takes what was recorded.</summary>
public interface IHistory
{
    /// <summary>Takes an attempt that has ended. Called from many threads; it must not fail, nor keep its caller for long.</summary>
    /// <param name="attempt">The attempt.</param>
    void Add(AttemptLog attempt);
}
