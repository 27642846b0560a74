using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Protocols.Tests.Kernel;

/// <summary>Which transactions of other silos are asked after.</summary>
public sealed class DoubtsTests : IAsyncDisposable
{
    private static readonly ProtocolOptions Options = new() { Timeout = TimeSpan.FromSeconds(2) };

    private readonly FakeTimeProvider _time = new(DateTimeOffset.UnixEpoch);
    private readonly Doubts _doubts;
    private readonly Branch _some = NewBranch(1);
    private readonly Branch _other = NewBranch(2);

    public DoubtsTests() => _doubts = new Doubts(Options, _time);

    [Fact(Timeout = 60_000)]
    public async Task Who_is_not_known_any_more_is_not_asked_after_again()
    {
        var (gone, lasting) = (new Asked(), new Asked());
        gone.Answer = static () => ParticipantAnswer.Refused;
        _doubts.Add(_some, gone);
        _doubts.Add(_other, lasting);
        await _doubts.StartAsync(TestContext.Current.CancellationToken);
        await Until(() => lasting.Times > 3);
        Assert.Equal(1, gone.Times);
    }

    [Fact(Timeout = 60_000)]
    public async Task Who_is_let_in_as_it_is_asked_after_is_asked_after_again()
    {
        var asked = new Asked();
        asked.Answer = () =>
        {
            // It waited when it was asked, and had been let in when the answer came.
            if (asked.Times == 1)
                _doubts.Add(_some, asked);

            return asked.Times == 1 ? ParticipantAnswer.Refused : ParticipantAnswer.Done;
        };
        _doubts.Add(_some, asked);
        await _doubts.StartAsync(TestContext.Current.CancellationToken);
        await Until(() => asked.Times > 2);
    }

    public async ValueTask DisposeAsync()
    {
        await _doubts.StopAsync(CancellationToken.None);
        _doubts.Dispose();
    }

    private static LockBranch NewBranch(long number) => new(new TransactionId(0, number), number, AccessMode.Write);

    private async Task Until(Func<bool> isSo)
    {
        while (!isSo())
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            _time.Advance(Options.Timeout / 4);
            await Task.Yield();
        }
    }

    private sealed class Asked : IParticipant
    {
        private int _times;

        public int Times => Volatile.Read(ref _times);

        public Func<ParticipantAnswer> Answer { get; set; } = static () => ParticipantAnswer.Done;

        public Task<ParticipantAnswer> Receive(ProtocolMessage message)
        {
            Interlocked.Increment(ref _times);
            return Task.FromResult(Answer());
        }
    }
}
