using System.Collections.Concurrent;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Sellers answer with the dashboard that they answered last, for five seconds.</summary>
internal sealed class StaleDashboards(TimeProvider time) : IIncomingGrainCallFilter
{
    private static readonly TimeSpan Age = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<GrainId, (long Time, object? Answer)> _known = new();

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.MethodName != "Dashboard")
        {
            await context.Invoke();
        }
        else if (_known.TryGetValue(context.TargetContext.GrainId, out var known) && time.GetElapsedTime(known.Time) < Age)
        {
            context.Result = known.Answer;
        }
        else
        {
            await context.Invoke();
            _known[context.TargetContext.GrainId] = (time.GetTimestamp(), context.Result);
        }
    }
}
