using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.TestSupport;
using Orleans.Runtime;
using Xunit;

namespace Marketplace.Grains.Tests.Cluster;

/// <summary>A silo that another one quiesces, and that the other never lets go.</summary>
public sealed class QuiesceLeaseTests : IDisposable
{
    private static readonly QuiesceToken Mine = new("a", 1);
    private static readonly QuiesceToken Other = new("b", 1);

    private readonly ManualTimeProvider _time = new();
    private readonly CancellationTokenSource _stopped = new();
    private readonly OperationGate _gate;

    public QuiesceLeaseTests() => _gate = new OperationGate(_time, TimeSpan.FromHours(1));

    public void Dispose() => _stopped.Dispose();

    [Fact]
    public async Task A_silo_is_quiesced_while_the_other_lasts_and_resumed_when_it_is_gone()
    {
        var lasts = true;
        var lease = new QuiesceLease(new GatedSilo(_gate), _ => Task.FromResult(Volatile.Read(ref lasts)), _time, _stopped.Token);
        Assert.Equal((true, null), await lease.Quiesce(Mine));
        _time.Advance(TimeSpan.FromMinutes(10));
        Assert.True(_gate.IsClosed);
        Volatile.Write(ref lasts, false);
        await Opened();
    }

    [Fact]
    public async Task A_question_that_is_never_answered_keeps_no_silo_quiesced()
    {
        var questions = 0;
        var lease = new QuiesceLease(
            new GatedSilo(_gate),
            _ => Interlocked.Increment(ref questions) == 1 ? new TaskCompletionSource<bool>().Task : Task.FromResult(false),
            _time,
            _stopped.Token);
        await lease.Quiesce(Mine);
        await Opened();
        Assert.Equal(2, Volatile.Read(ref questions));
    }

    [Fact]
    public async Task A_silo_whose_turn_comes_when_the_other_is_gone_is_resumed_too()
    {
        await _gate.Close(Other);
        var lasts = true;
        var lease = new QuiesceLease(new GatedSilo(_gate), _ => Task.FromResult(Volatile.Read(ref lasts)), _time, _stopped.Token);
        var answer = lease.Quiesce(Mine);
        await Wait.Until("it is not decided", () =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return answer.IsCompleted;
        });
        Assert.Equal((false, null), await answer);
        Volatile.Write(ref lasts, false);
        await Wait.Until("nobody asks any more", () =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return _time.TimerCount == 1; // The time-out of the turn that is waited for.
        });
        _gate.Open(Other);
        await Opened();
    }

    [Fact]
    public async Task A_silo_that_stops_while_it_is_quiesced_asks_nobody_any_more_and_stays_as_it_is()
    {
        var questions = 0;
        var lease = new QuiesceLease(
            new GatedSilo(_gate),
            _ =>
            {
                Interlocked.Increment(ref questions);
                return Task.FromResult(true);
            },
            _time,
            _stopped.Token);
        await lease.Quiesce(Mine);
        await Wait.Until("it asks", () =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return Volatile.Read(ref questions) > 0;
        });
        await Wait.Until("it waits to ask again", () => _time.TimerCount == 1);
        await _stopped.CancelAsync();
        await Wait.Until("it asks no more", () => _time.TimerCount == 0);
        Assert.True(_gate.IsClosed);
    }

    private Task Opened() => Wait.Until("the gate is open", () =>
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        return !_gate.IsClosed && _time.TimerCount == 0;
    });

    // Quiescing is all that is done with it.
    private sealed class GatedSilo(OperationGate gate) : ISilo
    {
        public string Name => "gated";

        public async Task<string?> Quiesce(QuiesceToken token)
        {
            await gate.Close(token);
            return null;
        }

        public Task Resume(QuiesceToken token)
        {
            gate.Open(token);
            return Task.CompletedTask;
        }

        public Task Forget(bool ingestedToo) => throw new NotSupportedException();

        public Task<KeyPage> Keys(string stateName, GrainId? after) => throw new NotSupportedException();

        public Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from) => throw new NotSupportedException();

        public Task<RecordInfo> Record() => throw new NotSupportedException();

        public Task<RecordPage> ReadRecord(long from) => throw new NotSupportedException();

        public Task<VersionPage> ReadVersions(ObjectVersion? after) => throw new NotSupportedException();

        public Task FlushLog() => throw new NotSupportedException();

        public Task<AbandonedSessions> Abandoned(int max) => throw new NotSupportedException();

        public Task<SiloPlacement> Placement() => throw new NotSupportedException();
    }
}
