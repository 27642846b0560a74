using Marketplace.Protocol.Conformance.Faults;
using Marketplace.Protocol.Conformance.Fixtures;
using Marketplace.Protocol.Conformance.Grains;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>
/// One thing goes wrong at one grain of a transaction, at each of its occasions: the transaction ends as a whole or not at all, its answer
/// says which, whatever left a grain left it once, nothing is stuck afterwards; and how long that took is printed.
/// </summary>
public abstract class FaultTests(ITestOutputHelper output)
{
    private protected const string Tid = "t";
    private protected const int Faulty = 2;
    private protected const int GrainsMax = 5;

    private protected static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private protected static readonly ProtocolOptions Options = new() { Timeout = TimeSpan.FromMilliseconds(200), Retries = 20 };

    /// <summary>The protocols whose grains receive messages and store what they are told to.</summary>
    public static TheoryData<string, Fault> Faults => Each(IsMet);

    /// <summary>What can go wrong while a transaction is rolled back: nothing leaves a grain then, and only a saga stores that.</summary>
    public static TheoryData<string, Fault> FaultsOfRollingBack => Each(static (protocol, fault) => IsMet(protocol, fault) && fault switch
    {
        Fault.CommitActionFailsForAWhile => false,
        Fault.SaveFails or Fault.SavesFailForAWhile => EngineUnderTest.NameOf(protocol) == "saga",
        Fault.SaveInDoubt => false,
        _ => true,
    });

    // A step that may be stored is one that a saga can't be sure to have taken back: it says that it does not know. Transactions of Orleans
    // keep states in memory alone, where no save fails.
    private static bool IsMet(string protocol, Fault fault) => EngineUnderTest.NameOf(protocol) switch
    {
        "saga" => fault != Fault.SaveInDoubt,
        "orleans-transactions" => fault is not (Fault.SaveFails or Fault.SavesFailForAWhile or Fault.SaveInDoubt),
        _ => true,
    };

    private static TheoryData<string, Fault> Each(Func<string, Fault, bool> isMeant) =>
        [.. from protocol in EngineUnderTest.FaultyProtocols
            from fault in Enum.GetValues<Fault>()
            where isMeant(protocol, fault)
            select new TheoryDataRow<string, Fault>(protocol, fault)];

    /// <summary>Lets it go wrong at each of its occasions in turn.</summary>
    private protected async Task AtEachOccasion(string protocol, Fault fault, int grains, bool isFailing = false)
    {
        var occasion = 1;
        while (occasion <= EngineUnderTest.OccasionsMax(protocol) && await Strikes(protocol, fault, grains, occasion, isFailing))
            occasion++;

        Assert.True(occasion > 1, "It never happened.");
    }

    // Returns false if there was no such occasion.
    private async Task<bool> Strikes(string protocol, Fault fault, int grains, int occasion, bool isFailing)
    {
        var plan = new FaultPlan(fault, Faulty, occasion, Options.Timeout);
        await using var system = await ProtocolUnderTest.Start(protocol, Options, plan);
        system.Departures.Leaving = grain =>
        {
            if (plan.Strikes(Fault.CommitActionFailsForAWhile, grain))
                throw new InvalidOperationException("This commit action fails on purpose.");
        };
        var others = Enumerable.Range(1, grains - 1).Select(i => (Faulty + i) % GrainsMax);
        var hit = fault == Fault.LeavesInTheMiddle && occasion == 1 && plan.Strikes(fault, Faulty) ? NodeAction.WriteAndLeave : NodeAction.Write;
        var tree = new CallTree(Faulty, hit, false, [.. others.Select(grain => new CallTree(grain, NodeAction.Write, false, []))]);
        var failing = tree with
        {
            Children = [.. tree.Children.SkipLast(1), .. tree.Children.TakeLast(1).Select(last => last with { Action = NodeAction.Fail })],
        };
        var answer = await AnswerTo(system.Run(Tid, isFailing ? failing : tree));
        if (!plan.HasStruck)
            return false;

        var versions = await ReadAll(system, tree);
        var took = plan.Since;
        output.WriteLine(
            $"{protocol}, {fault}, occasion {occasion}, {grains} grains: {answer}, {versions[0]} written, over after {took.TotalMilliseconds:0} ms");
        Assert.Single(versions.Distinct());
        Assert.False(isFailing && versions[0] > 0);
        Assert.True(answer switch { Outcome.Committed => versions[0] == 1, Outcome.Aborted => versions[0] == 0, _ => versions[0] <= 1 });

        // What is read may still be under way to the storage, and what leaves with it to where it goes.
        plan.Stop();
        var next = await Next(system, tree);
        await ReadAll(system, tree);
        await Rest(system.Departures);
        Assert.All(tree.All, node => Assert.Equal(versions[0], system.Departures.Released(Tid, node.Grain)));
        Assert.All(tree.All, node => Assert.Equal(1, system.Departures.Released(next, node.Grain)));
        Assert.All(system.Departures.ByTransaction.SelectMany(all => all), departure => Assert.Equal(1, departure.Released + departure.Withdrawn));
        return true;
    }

    // Nothing is stuck, so that another transaction commits; how many attempts it takes until then is up to the time-out and the machine. So is
    // whether one is told in time that it has committed: if not, what can be read says so.
    private protected static async Task<string> Next(ProtocolUnderTest system, CallTree tree)
    {
        var (since, before) = (TimeProvider.System.GetTimestamp(), await ReadAll(system, tree));
        for (var number = 1; ; number++)
        {
            var (tid, answer) = ($"next-{number}", await AnswerTo(system.Run($"next-{number}", tree)));
            if (answer == Outcome.Unknown && await HasWritten())
                answer = Outcome.Committed;

            if (answer == Outcome.Committed || TimeProvider.System.GetElapsedTime(since) >= Patience)
            {
                Assert.Equal(Outcome.Committed, answer);
                return tid;
            }
        }

        // All of it or nothing.
        async Task<bool> HasWritten()
        {
            var written = (await ReadAll(system, tree)).Zip(before, static (now, then) => now - then).Distinct();
            return Assert.Single(written) == 1;
        }
    }

    // Transactions of Orleans let others go on before what could not leave has been let go again. The test then says what did not.
    private static async Task Rest(Departures departures)
    {
        var time = TimeProvider.System;
        var since = time.GetTimestamp();
        while (departures.ByTransaction.SelectMany(all => all).Any(departure => departure.Released + departure.Withdrawn == 0)
            && time.GetElapsedTime(since) < Patience)
        {
            await Task.Delay(Options.RetryPause, time);
        }
    }

    // All grains in one transaction, which is repeated until recovery lets it through.
    private protected static async Task<int[]> ReadAll(ProtocolUnderTest system, CallTree tree)
    {
        var time = TimeProvider.System;
        var (since, read) = (time.GetTimestamp(), 0);
        var reading = tree with
        {
            Action = NodeAction.Read,
            Children = [.. tree.Children.Select(child => child with { Action = NodeAction.Read })],
        };
        while (true)
        {
            try
            {
                var seen = await system.Run($"read-{read++}", reading).WaitAsync(Patience);
                return [.. seen.Items.Select(item => item.Version)];
            }
            catch (Exception exception) when (exception is not OperationCanceledException && time.GetElapsedTime(since) < Patience)
            {
                await Task.Delay(Options.RetryPause, time);
            }
        }
    }

    private protected static async Task<Outcome> AnswerTo(Task<Observations> transaction)
    {
        try
        {
            await transaction.WaitAsync(Patience);
            return Outcome.Committed;
        }
        catch (TransactionAbortedException)
        {
            return Outcome.Aborted;
        }
        catch (StorageUnavailableException exception) when (!exception.IsOutcomeUnknown)
        {
            return Outcome.Aborted;
        }
        catch (Exception exception) when (exception is TimeoutException or StorageUnavailableException)
        {
            return Outcome.Unknown;
        }
    }

    private protected enum Outcome
    {
        Committed,
        Aborted,
        Unknown,
    }
}
