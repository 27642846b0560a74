using System.Diagnostics.Metrics;
using Marketplace.Engine.Turns.Calls;
using Marketplace.Engine.Turns.Diagnostics;
using Microsoft.Extensions.Logging;

namespace Marketplace.Engine.Turns;

/// <summary>What all activations of one process share, whoever hosts them.</summary>
internal abstract class TurnHost : IDisposable
{
    protected TurnHost(
        TurnOptions options, TimeProvider time, ILoggerFactory loggers, IMeterFactory meters, ReferenceParts references)
    {
        References = references;
        options.Validate();
        Time = time;
        Log = loggers.CreateLogger("Marketplace.Engine");
        Metrics = new EngineMetrics(meters);
        Pending = new PendingCalls(options.ResponseTimeout, time, Metrics);
        MaxWaitingRequests = options.MaxWaitingRequests;
    }

    public TimeProvider Time { get; }
    public ReferenceParts References { get; }
    public ILogger Log { get; }
    public EngineMetrics Metrics { get; }

    /// <summary>The calls whose callers wait.</summary>
    public PendingCalls Pending { get; }

    /// <summary>How many requests may wait at one activation.</summary>
    public int MaxWaitingRequests { get; }

    /// <summary>A clock for the ages of activations, coarse enough to be read in every call.</summary>
    public abstract int Now { get; }

    /// <summary>The filters that calls pass at the called grain.</summary>
    public abstract IReadOnlyList<IIncomingGrainCallFilter> IncomingFilters { get; }

    public virtual void Dispose() => Pending.Dispose();
}
