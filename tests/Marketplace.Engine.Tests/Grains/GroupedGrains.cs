using Marketplace.Conformance.Fixtures;
using Marketplace.Engine.Turns.Scheduling;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Engine.Tests.Grains;

/// <summary>Tells where its turns run.</summary>
public interface IGrouped : IGrainWithIntegerKey
{
    /// <summary>The group that runs this turn, and the one after an await.</summary>
    Task<string> Where();

    /// <summary>The groups that run this turn, the turn of another grain, and the rest of this one.</summary>
    Task<string> Through(IGrouped other);

    /// <summary>Whether the turn of the other grain is over when the call returns its task.</summary>
    Task<bool> RunsInline(IGrouped other);

    Task Nothing();

    /// <summary>Keeps its thread for the whole turn, as work on the processor does.</summary>
    Task Occupy();
}

/// <summary>The tests put it into a group of its own.</summary>
public interface ILeft : IGrouped;

/// <summary>The tests put it into another group.</summary>
public interface IRight : IGrouped;

[Reentrant]
internal abstract class GroupedGrain(Gates gates, Occupation occupation) : Grain, IGrouped
{
    public async Task<string> Where()
    {
        var before = Here;
        await Task.Yield();
        return $"{before} {Here}";
    }

    public async Task<string> Through(IGrouped other) => $"{Here}, {await other.Where()}, {Here}";

    public Task Nothing() => Task.CompletedTask;

    public async Task<bool> RunsInline(IGrouped other)
    {
        var call = other.Nothing();
        var isInline = call.IsCompleted;
        gates.Arrive("called");
        await call;
        return isInline;
    }

    public Task Occupy()
    {
        gates.Arrive("occupied");
        return occupation.Released.Wait(TimeSpan.FromSeconds(30)) ? Task.CompletedTask : throw new TimeoutException("Nobody released the thread.");
    }

    private static string Here => SchedulerGroups.Current ?? "none";
}

internal sealed class LeftGrain(Gates gates, Occupation occupation) : GroupedGrain(gates, occupation), ILeft;

internal sealed class RightGrain(Gates gates, Occupation occupation) : GroupedGrain(gates, occupation), IRight;

/// <summary>Lets go the threads that grains keep.</summary>
internal sealed class Occupation : IDisposable
{
    public ManualResetEventSlim Released { get; } = new();

    public void Dispose() => Released.Dispose();
}
