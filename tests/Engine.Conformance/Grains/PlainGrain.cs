using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

/// <summary>What the tests of interleaving call; one class implements it without, one with reentrancy.</summary>
public interface IGate : IGrainWithIntegerKey
{
    /// <summary>Writes that it started, waits at the gate, writes that it ended.</summary>
    Task Hold(string gate);

    [ReadOnly]
    Task HoldReadOnly(string gate);

    [AlwaysInterleave]
    Task HoldInterleaving(string gate);

    /// <summary>Calls a grain, which waits at the gate.</summary>
    Task HoldAt(IGate other, string gate);

    /// <summary>Calls a grain, which waits at the gate, and writes the name of the exception.</summary>
    Task HoldAtAndCatch(IGate other, string gate);

    Task Write(string entry);

    [AlwaysInterleave]
    Task WriteInterleaving(string entry);

    [ReadOnly]
    Task WriteReadOnly(string entry);
}

public interface IPlain : IGate
{
    /// <summary>Calls a grain that calls back.</summary>
    Task CallRound(IPlain other, bool allowReentrancy, bool suppress);

    Task CallBack(IPlain back, bool suppress);

    /// <summary>Calls a grain, which calls another one, which calls back, in a chain that may come back.</summary>
    Task CallRoundBy(IPlain second, IPlain third);

    Task CallOn(IPlain next, IPlain back);

    /// <summary>Calls a grain, which waits at the gate before it calls back, in a chain that may come back.</summary>
    Task CallRoundHeld(IPlain other, string gate);

    Task CallBackHeld(IPlain back, string gate);
}

public interface IReentrant : IGate
{
    /// <summary>Calls its own reference, and tells whether the call ran inside this turn.</summary>
    Task<bool> SelfCallRunsInside();
}

internal abstract class GateGrain(Gates gates, Journal journal) : Grain, IGate
{
    public Task Hold(string gate) => Pass(gate);

    public Task HoldReadOnly(string gate) => Pass(gate);

    public Task HoldInterleaving(string gate) => Pass(gate);

    public Task HoldAt(IGate other, string gate) => other.Hold(gate);

    public async Task HoldAtAndCatch(IGate other, string gate)
    {
        try
        {
            await other.Hold(gate);
        }
        catch (Exception e)
        {
            journal.Write($"caught {e.GetType().Name}");
        }
    }

    public Task Write(string entry)
    {
        journal.Write(entry);
        return Task.CompletedTask;
    }

    public Task WriteInterleaving(string entry) => Write(entry);

    public Task WriteReadOnly(string entry) => Write(entry);

    private async Task Pass(string gate)
    {
        journal.Write($"{gate} started");
        await gates.Pass(gate);
        journal.Write($"{gate} ended");
    }
}

internal sealed class PlainGrain(Gates gates, Journal journal) : GateGrain(gates, journal), IPlain
{
    private readonly Gates _gates = gates;

    public async Task CallRound(IPlain other, bool allowReentrancy, bool suppress)
    {
        if (!allowReentrancy)
        {
            await other.CallBack(this.AsReference<IPlain>(), suppress);
            return;
        }

        using (RequestContext.AllowCallChainReentrancy())
            await other.CallBack(this.AsReference<IPlain>(), suppress);
    }

    public async Task CallBack(IPlain back, bool suppress)
    {
        Task call;
        if (suppress)
        {
            using (RequestContext.SuppressCallChainReentrancy())
                call = back.Write("called back");
        }
        else
        {
            call = back.Write("called back");
        }

        _gates.Arrive("called back");
        await call;
    }

    public async Task CallRoundBy(IPlain second, IPlain third)
    {
        using (RequestContext.AllowCallChainReentrancy())
            await second.CallOn(third, this.AsReference<IPlain>());
    }

    public Task CallOn(IPlain next, IPlain back) => next.CallBack(back, suppress: false);

    public async Task CallRoundHeld(IPlain other, string gate)
    {
        using (RequestContext.AllowCallChainReentrancy())
            await other.CallBackHeld(this.AsReference<IPlain>(), gate);
    }

    public async Task CallBackHeld(IPlain back, string gate)
    {
        await _gates.Pass(gate);
        await back.Write("called back");
    }
}

[Reentrant]
internal sealed class ReentrantGrain(Gates gates, Journal journal) : GateGrain(gates, journal), IReentrant
{
    private readonly Journal _journal = journal;

    public async Task<bool> SelfCallRunsInside()
    {
        var call = this.AsReference<IReentrant>().Write("self");
        var ranInside = _journal.Entries.Contains("self");
        await call;
        return ranInside;
    }
}
