namespace Marketplace.Driver.Http;

/// <summary>Why a request has no answer.</summary>
internal enum HttpFailure
{
    /// <summary>It has one.</summary>
    None = 0,

    /// <summary>None came within the time-out.</summary>
    TimedOut = 1,

    /// <summary>The connection was lost, or carried something that is not HTTP: the request may have taken effect.</summary>
    ConnectionLost = 2,

    /// <summary>No connection could be made, or it died before the whole request was handed over: it has not taken effect.</summary>
    NotSent = 3,
}
