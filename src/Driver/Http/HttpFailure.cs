namespace Marketplace.Driver.Http;

/// <summary>Why a request has no answer.</summary>
internal enum HttpFailure
{
    /// <summary>It has one.</summary>
    None = 0,

    /// <summary>None came within the time-out.</summary>
    TimedOut = 1,

    /// <summary>The connection could not be made, was lost, or carried something that is not HTTP.</summary>
    ConnectionLost = 2,
}
