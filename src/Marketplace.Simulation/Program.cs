using System.Diagnostics;
using System.Globalization;
using Marketplace.Simulation;
using Marketplace.Simulation.Commands;
using Marketplace.Simulation.Scheduling;
using Marketplace.Simulation.Silos;

return SimulationCommand.Create(options => options switch
{
    { Worker: { } worker } => Work(options, worker),
    { Listed.IsEmpty: false } => Listed(options, args),
    _ when options.Worlds == 1 || options.IsTraced => Alone(args),
    _ => Together(options, args),
}).Parse(args).Invoke();

// One world, or some one after the other, in a process of their own.
static int Alone(string[] args)
{
    using var worker = WorkerProcess.Start([.. args, "--worker", "0/1"], worlds: 1, isRead: false);
    worker.WaitForExit();
    return worker.ExitCode;
}

// The worlds of a file: each line tells of itself.
static int Listed(SimulationOptions options, string[] args)
{
    var count = Math.Min(options.Workers, options.Listed.Length);
    var workers = Enumerable.Range(0, count).Select(Start).ToList();
    workers.ForEach(static worker => worker.WaitForExit());
    var codes = workers.ConvertAll(static worker => worker.ExitCode);
    return codes.TrueForAll(static code => code is ExitCodes.Clean or ExitCodes.Violations) ? codes.Max() : ExitCodes.Died;

    Process Start(int number) => WorkerProcess.Start(
        [.. args, "--worker", string.Create(CultureInfo.InvariantCulture, $"{number}/{count}")],
        options.Listed.Sum(static line => line.Worlds) / count,
        isRead: false);
}

static int Work(SimulationOptions options, (int Number, int Count) worker)
{
    var code = ExitCodes.Clean;
    PoolPump.RunOnOnlyThread(() =>
    {
        if (!options.Listed.IsEmpty)
        {
            using var lines = WorkerProcess.InWholeLines(Console.OpenStandardOutput());
            code = WorldList.Run(options.Listed, worker.Number, worker.Count, lines.WriteLine) ? ExitCodes.Clean : ExitCodes.Violations;
            return;
        }

        if (worker.Count > 1 || options.Worlds > 1)
        {
            new Campaign(options, new SharedParts(), WorkerProcess.Report).Run(worker.Number, worker.Count, CancellationToken.None);
            return;
        }

        using var story = new StreamWriter(Console.OpenStandardOutput());
        var world = new World(options.Order(options.First), new SharedParts(), options.IsTraced ? story : null);
        var findings = world.Run();
        foreach (var finding in findings)
            story.WriteLine($"FAILED {finding}");
        story.WriteLine($"seed {options.First}: {world.Outcome}");
        code = findings.Count > 0 ? ExitCodes.Violations : ExitCodes.Clean;
    });
    return code;
}

static int Together(SimulationOptions options, string[] args)
{
    var (tally, gate) = (new CampaignTally(options), new Lock());
    var last = TimeSpan.Zero;
    var isInterrupted = false;
    var workers = Enumerable.Range(0, options.Workers)
        .Select(number => WorkerProcess.Start([.. args, "--worker", $"{number}/{options.Workers}"], options.Worlds / options.Workers, isRead: true))
        .ToList();
    Console.CancelKeyPress += (_, pressed) =>
    {
        isInterrupted = pressed.Cancel = true;
        workers.ForEach(static worker => worker.Kill());
    };
    Task.WaitAll([.. workers.Select(worker => WorkerProcess.Read(worker, Add))]);
    var code = tally.Write(Console.Out);
    return isInterrupted ? ExitCodes.Interrupted : workers.Exists(static worker => worker.ExitCode != 0) ? ExitCodes.Died : code;

    void Add(Tally some)
    {
        lock (gate)
        {
            tally.Add(some);
            if (tally.Elapsed - last < TimeSpan.FromSeconds(2))
                return;
            last = tally.Elapsed;
            Console.Error.WriteLine(tally.Progress);
        }
    }
}
