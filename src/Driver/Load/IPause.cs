namespace Marketplace.Driver.Load;

/// <summary>Lets a thread of its own wait for a moment.</summary>
internal interface IPause
{
    /// <summary>Returns at a moment, or as soon after it as possible; never before.</summary>
    void Until(long timestamp);
}
