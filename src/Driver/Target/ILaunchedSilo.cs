using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target;

/// <summary>A silo that was started for a run; disposing of it stops it.</summary>
internal interface ILaunchedSilo : IAsyncDisposable
{
    /// <summary>Its base address.</summary>
    Uri Url { get; }

    /// <summary>Why it is no longer there, with the end of its log; null while it runs.</summary>
    string? Death { get; }

    /// <summary>What it has used so far; null once it has ended, or if it is no process of its own.</summary>
    ProcessUsage? Usage();
}
