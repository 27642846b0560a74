using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>What the workers of a run share. Thread-safe.</summary>
internal sealed class LoadContext
{
    private long _tids;
    private long _begun;
    private string? _ended;

    /// <summary>Prepares the shared state of a run.</summary>
    /// <param name="share">What this driver takes of the load; null for all of it.</param>
    public LoadContext(Scenario scenario, DataGenerator generator, LoadData data, string run, TimeProvider time, LoadShare? share = null)
    {
        Share = share ?? LoadShare.Whole;
        var mix = scenario.Workload.Mix;
        Scenario = scenario;
        Generator = generator;
        Data = data;
        Run = run;
        Time = time;
        Keys = new ProductKeys(scenario.Data.ProductsPerSeller);
        Picker = new ProductPicker(scenario.Workload, scenario.Data, data.Counts, Share);
        Mirror = new ProductMirror(data.Prices);
        Customers = new IdleCustomers(data.Counts.Customers, generator.Random(EntityStream.Shuffle, 0), Share);
        Mix = new AliasSampler([mix.Checkout, mix.PriceUpdate, mix.ProductDelete, mix.UpdateDelivery, mix.Dashboard]);
    }

    public Scenario Scenario { get; }

    /// <summary>What this driver takes of the load; the scenario holds its part of the workers already.</summary>
    public LoadShare Share { get; }

    /// <summary>Seeds the workers.</summary>
    public DataGenerator Generator { get; }

    public LoadData Data { get; }

    /// <summary>Run id.</summary>
    public string Run { get; }

    public TimeProvider Time { get; }
    public ProductKeys Keys { get; }

    /// <summary>Picks sellers and products.</summary>
    public ProductPicker Picker { get; }

    /// <summary>What the driver knows of the products.</summary>
    public ProductMirror Mirror { get; }

    /// <summary>Customers in no session.</summary>
    public IdleCustomers Customers { get; }

    /// <summary>Picks the kind of the next transaction, in the order of <see cref="OperationKind"/>.</summary>
    public AliasSampler Mix { get; }

    /// <summary>
    /// How many carts are filled and left so: where carts follow their products and all is recorded, a tenth of the customers, at most four.
    /// </summary>
    public int KeptCarts => ScenarioClaims.Of(Scenario) is { AreProductsFollowed: true, IsRecordingAsked: true }
        ? Math.Min(4, Data.Counts.Customers / 10) : 0;

    /// <summary>Stops the load.</summary>
    public StopSignal Stop { get; } = new();

    /// <summary>Why the load ended before its time; null if it did not.</summary>
    public string? Ended => Volatile.Read(ref _ended);

    /// <summary>Ends the load before its time. The first reason counts.</summary>
    public void End(string reason)
    {
        Interlocked.CompareExchange(ref _ended, reason, null);
        Stop.Stop();
    }

    /// <summary>Dashboards that contradicted themselves.</summary>
    public DashboardWitnesses Witnesses { get; } = new();

    /// <summary>The next transaction number, unique within the run.</summary>
    public long NextTid() => Share.NumberOf(Interlocked.Increment(ref _tids) - 1) + 1;

    /// <summary>Asks to begin a transaction.</summary>
    /// <returns>False if the load is stopped, or as many were begun as the scenario asks for.</returns>
    public bool TryBegin() =>
        !Stop.IsStopped && Interlocked.Increment(ref _begun) <= (Scenario.Load.Operations ?? long.MaxValue);
}

/// <summary>Tells the workers to begin no further transaction. Those in flight run to their end.</summary>
internal sealed class StopSignal
{
    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>True once stopped.</summary>
    public bool IsStopped => _stopped.Task.IsCompleted;

    /// <summary>Completes when stopped.</summary>
    public Task Stopped => _stopped.Task;

    /// <summary>Stops; again does nothing.</summary>
    public void Stop() => _stopped.TrySetResult();
}

/// <summary>The first dashboards that contradicted themselves. Thread-safe, bounded.</summary>
internal sealed class DashboardWitnesses
{
    private const int Most = 10;

    private readonly Lock _gate = new();
    private readonly List<string> _witnesses = [];

    /// <summary>Adds one, unless there are enough.</summary>
    public void Add(string witness)
    {
        lock (_gate)
        {
            if (_witnesses.Count < Most) _witnesses.Add(witness);
        }
    }

    /// <summary>Those added.</summary>
    public ImmutableArray<string> ToImmutable()
    {
        lock (_gate)
            return [.. _witnesses];
    }
}
