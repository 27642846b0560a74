using Marketplace.Conformance.Fixtures;
using Marketplace.Engine.Inline;
using Marketplace.Engine.Tests.Grains;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Xunit;

namespace Marketplace.Engine.Tests.Inline;

/// <summary>A silo with inline calls, workers, and a look into its lanes.</summary>
internal sealed class LaneSilo : IAsyncDisposable
{
    private readonly IEngineFixture _engine;

    private LaneSilo(IEngineFixture engine, WorkerStates states) => (_engine, States) = (engine, states);

    public WorkerStates States { get; }
    public Gates Gates => _engine.Gates;
    public Journal Journal => _engine.Journal;
    public LaneTable Lanes => _engine.Services.GetRequiredService<LaneTable>();
    public IServiceProvider Services => _engine.Services;

    public static async Task<LaneSilo> Start(EngineSettings? settings = null, WorkerStates? states = null)
    {
        states ??= new WorkerStates();
        var configure = (settings ??= new EngineSettings()).Configure;
        var engine = await EngineUnderTest.InlineCalls.Start(settings with
        {
            Configure = services =>
            {
                services.AddSingleton(states);
                configure(services);
            },
        });
        return new LaneSilo(engine, states);
    }

    public IWorker Worker(long key) => _engine.Grains.GetGrain<IWorker>(key);

    /// <summary>A worker that is active; however long that takes, if calls time out soon.</summary>
    public async Task<IWorker> Active(long key)
    {
        var worker = Worker(key);
        while (!await IsThere(worker))
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();

        return worker;

        static async Task<bool> IsThere(IWorker worker)
        {
            try
            {
                await worker.Nothing();
                return true;
            }
            catch (TimeoutException)
            {
                return false;
            }
        }
    }

    /// <summary>Whether a call runs inline: it does not while the turn before it is about to end.</summary>
    public static async Task<bool> RunsInlineSoon(IWorker caller, IWorker other)
    {
        for (var i = 0; i < 1_000; i++)
        {
            if (await caller.RunsInline(other))
                return true;
        }

        return false;
    }

    public Lane LaneOf(IWorker worker) => Lanes.Find(worker.GetGrainId()) ?? throw new InvalidOperationException("The worker has no lane.");

    public ValueTask DisposeAsync()
    {
        States.Release.Set();
        return _engine.DisposeAsync();
    }
}
