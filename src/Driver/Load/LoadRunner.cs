using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Load.Receipts;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Load;

/// <summary>Runs the load: warm-up, measurement, drain.</summary>
internal sealed class LoadRunner(LoadContext context, LoadOptions options)
{
    private const double NanosecondsPerSecond = 1e9;
    private static readonly TimeSpan SamplePeriod = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _time = context.Time;

    /// <param name="interrupt">Stops submitting; the drain still takes place.</param>
    /// <exception cref="LoadException">The load can't go on.</exception>
    public async Task<LoadResult> Run(CancellationToken interrupt)
    {
        var load = context.Scenario.Load;
        var timeout = TimeSpan.FromSeconds(load.RequestTimeout);
        await using var targets = await LoadTargets.Start(context, options);
        await using var receipts = await ReceiptCollection.Start(context, options.Endpoints);
        var clock = HistoryClock.Read(_time);
        var window = Window(clock.Ticks);
        targets.Begin(window.Origin);
        // What can't be recorded can't be audited: then the load ends, and what is measured until then is kept.
        using var history = new HistoryWriter(options.OpenHistory(options.HistoryPath), context.Run, clock, load.Concurrency)
        {
            Failed = problem => context.End($"the history could not be written: {problem}"),
        };
        var operations = context.Workload.Operations;
        var recorders = new WorkerRecorder[load.Concurrency];
        var workers = new LoadWorker[load.Concurrency];
        for (var i = 0; i < workers.Length; i++)
        {
            recorders[i] = new WorkerRecorder(operations.Length, window, NanosecondsPerSecond / _time.TimestampFrequency);
            var number = (int)context.Share.NumberOf(i);
            var buffer = history.CreateBuffer(number);
            var exchange = targets.Connect(i, window);
            var parts = new WorkerParts(context, number, options.Endpoints[0], exchange, buffer, recorders[i], receipts?.Pending);
            workers[i] = new LoadWorker(context, context.Workload.CreateWorker(parts), exchange, buffer);
        }

        var watch = new WarmUpWatch(context.Scenario.Epochs, window, _time.TimestampFrequency, options.ReadCompiled);
        var sampler = new SeriesSampler(recorders, window, _time, options.SiloUsage, options.ServerUsage, options.ReadSilos);
        var schedule = load.Rate is { } rate
            ? new ArrivalSchedule(
                context, rate, context.Random(EntityStream.Arrivals, context.Share.Index - 1), new PrecisePause(_time), SentTo(window))
            : null;
        await using var stopping = interrupt.Register(context.Stop.Abandon);
        var all = Task.WhenAll(Start(workers, schedule, clock.Ticks, load.HasThreads()));
        var readings = new ProtocolReadings(options.ReadCounters);
        var service = new ServiceReadings(options.ReadService, _time);
        var measureEnd = await Measure(all, window, sampler, watch, readings, service);
        readings.End();
        service.End();
        context.Stop.Stop();
        await Drain(all, targets, receipts, sampler, timeout);
        var collected = receipts is null ? null : await receipts.End(timeout);
        schedule?.CountRest();
        return new LoadResult
        {
            Recorders = recorders,
            Window = window,
            MeasureStart = Math.Min(window.Start, measureEnd),
            MeasureEnd = measureEnd,
            WarmUp = watch.Summary(clock.Between(window.Origin, Math.Min(window.Start, measureEnd)).TotalSeconds),
            Clock = clock,
            Series = await sampler.End(),
            Unsent = schedule?.Unsent ?? 0,
            Operations = operations,
            Customers = context.Workload.Customers,
            Targets = targets.Figures(),
            Protocol = await readings.Difference(),
            Service = await service.Figures(),
            Receipts = collected,
            Ended = context.Ended,
            HistoryProblem = history.Problem,
            Interrupted = interrupt.IsCancellationRequested,
        };
    }

    private static IEnumerable<Task> Start(LoadWorker[] workers, ArrivalSchedule? schedule, long origin, bool areThreads)
    {
        if (schedule is null) return workers.Select(worker => areThreads ? OnThread(worker.HoldClosed) : Task.Run(worker.RunClosed));
        var open = workers.Select(worker => areThreads
            ? OnThread(() => worker.HoldOpen(schedule.Due))
            : Task.Run(() => worker.RunOpen(schedule.Due)));
        return open.Append(OnThread(() => schedule.Run(origin)));
    }

    private static Task OnThread(Action run) =>
        Task.Factory.StartNew(run, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private MeasureWindow? SentTo(MeasureWindow window) =>
        context.Scenario.Load.Backlog == LoadSettings.SendBacklog ? window : null;

    private MeasureWindow Window(long origin)
    {
        var epochs = context.Scenario.Epochs;
        var ticks = (long)(epochs.Seconds * _time.TimestampFrequency);
        return epochs.WarmUp.Epochs is { } warmUp
            ? MeasureWindow.After(origin, ticks, warmUp, epochs.Count)
            : MeasureWindow.Open(origin, ticks, epochs.Count);
    }

    /// <summary>Samples once a second until the measurement ends, or all workers have.</summary>
    private async Task<long> Measure(
        Task all, MeasureWindow window, SeriesSampler sampler, WarmUpWatch watch, ProtocolReadings readings, ServiceReadings service)
    {
        var ended = Task.WhenAny(all, context.Stop.Stopped);
        for (var now = _time.GetTimestamp(); now < window.End && !ended.IsCompleted; now = _time.GetTimestamp())
        {
            if (now >= window.Start)
            {
                readings.Begin();
                service.Begin();
            }

            await PauseUntil(ended, NextSample(now, window));
            var row = sampler.Sample(isDraining: false);
            watch.Add(row, _time.GetTimestamp());
            options.Progress(row);
        }

        return Math.Min(_time.GetTimestamp(), window.End);
    }

    /// <summary>The next whole second since the start of the phase, or a border of the measurement if that comes first.</summary>
    private long NextSample(long now, MeasureWindow window)
    {
        var second = _time.TimestampFrequency;
        var phase = now < window.Start ? window.Origin : window.Start;
        var next = phase + ((now - phase) / second + 1) * second;
        return Math.Min(next, now < window.Start ? window.Start : window.End);
    }

    /// <summary>Waits for the transactions in flight; those that outlast several time-outs in a row are ended by force.</summary>
    private async Task Drain(Task all, LoadTargets targets, ReceiptCollection? receipts, SeriesSampler sampler, TimeSpan timeout)
    {
        var start = _time.GetTimestamp();
        bool isOver;
        do
        {
            await Pause(all, SamplePeriod);

            // What ended between the last sample and the end of all is in the sample after it.
            isOver = all.IsCompleted;
            if (_time.GetElapsedTime(start) > 2 * timeout)
            {
                context.Stop.Abandon();
                targets.ExpireAll();
                receipts?.Pending.ExpireAll();
            }

            options.Progress(sampler.Sample(isDraining: true));
        }
        while (!isOver);

        await all;
    }

    // A timer may end a little before its time: a sample taken then would be followed by one of the rest of the second.
    private async Task PauseUntil(Task ended, long due)
    {
        for (var now = _time.GetTimestamp(); now < due && !ended.IsCompleted; now = _time.GetTimestamp())
            await Pause(ended, _time.GetElapsedTime(now, due));
    }

    private async Task Pause(Task ended, TimeSpan period)
    {
        using var enough = new CancellationTokenSource();

        // Timers drop the fraction of a millisecond.
        var whole = TimeSpan.FromMilliseconds(Math.Ceiling(period.TotalMilliseconds));
        await Task.WhenAny(ended, Task.Delay(whole, _time, enough.Token));
        await enough.CancelAsync();
    }
}
