using System.Text.Json;
using Marketplace.Protocols.OrleansTransactions;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans;
using Orleans.Hosting;
using Orleans.Runtime;
using Orleans.Storage;
using Orleans.Transactions;
using Orleans.Transactions.Abstractions;
using Xunit;

namespace Marketplace.Protocols.Tests.OrleansTransactions;

/// <summary>What Orleans stores of a grain where states outlive the silo.</summary>
public sealed class DurableStorageTests : IAsyncDisposable
{
    private static readonly GrainId Own = GrainId.Create("counter", "1");
    private static readonly GrainId Manager = GrainId.Create("counter", "2");
    private static readonly DateTime Time = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private readonly ServiceProvider _orleans;
    private readonly KeptStates _kept = new();
    private readonly List<string> _heard = [];

    public DurableStorageTests()
    {
        var services = new ServiceCollection();
        services.AddLogging().AddOrleans(static silo => silo.UseLocalhostClustering(siloPort: 1, gatewayPort: 0));
        _orleans = services.BuildServiceProvider();
    }

    public ValueTask DisposeAsync() => _orleans.DisposeAsync();

    [Fact]
    public async Task What_is_prepared_and_what_was_decided_the_next_silo_finds_as_it_was()
    {
        var storage = await Start();
        var (first, second) = (Version(5), Version(7, "sent"));
        var metaData = new TransactionalStateMetaData { TimeStamp = Time };
        metaData.CommitRecords.Add(Guid.AllBitsSet, new CommitRecord { Timestamp = Time.AddTicks(1), WriteParticipants = [Participant(Manager)] });
        await storage.Store(null, metaData, [Pending(1, first), Pending(2, second, Participant(Manager))], commitUpTo: null, abortAfter: null);
        Assert.Equal(0, _kept.Committed);
        Assert.Equal(3, _kept.Open);

        var loaded = await (await Start()).Load();
        Assert.Equal((0, 0), (loaded.CommittedState.State.Value, loaded.CommittedSequenceId));
        Assert.Equal(Time, loaded.Metadata.TimeStamp);
        var decided = Assert.Single(loaded.Metadata.CommitRecords);
        Assert.Equal((Guid.AllBitsSet, Time.AddTicks(1)), (decided.Key, decided.Value.Timestamp));
        Assert.Equal(Participant(Manager), Assert.Single(decided.Value.WriteParticipants));
        Assert.Equal([(1, 5), (2, 7)], loaded.PendingStates.Select(static pending => ((int)pending.SequenceId, pending.State.State.Value)));
        Assert.Null(loaded.PendingStates[0].TransactionManager.Reference);
        Assert.Equal(Participant(Manager), loaded.PendingStates[1].TransactionManager);
        Assert.Equal((Time, IdOf(2)), (loaded.PendingStates[1].TimeStamp, loaded.PendingStates[1].TransactionId));
    }

    [Fact]
    public async Task What_leaves_with_a_version_is_stored_with_its_commit_by_the_next_silo_too()
    {
        var storage = await Start();
        await storage.Store(null, new(), [Pending(1, Version(5, "one")), Pending(2, Version(7, "two"))], commitUpTo: null, abortAfter: null);
        Assert.Empty(_kept.Left);

        var next = await Start();
        await next.Store(null, new(), null, commitUpTo: 2, abortAfter: null);
        Assert.Equal(["one", "two"], _kept.Left);
        Assert.Equal((7, 0), (_kept.Committed, _kept.Open));
        Assert.Equal(["committed 7"], _heard);
        var loaded = await (await Start()).Load();
        Assert.Equal((7, 2, 0), (loaded.CommittedState.State.Value, (int)loaded.CommittedSequenceId, loaded.PendingStates.Count));
    }

    [Fact]
    public async Task What_leaves_with_a_version_that_is_prepared_and_committed_at_once_is_stored_with_it()
    {
        var storage = await Start();
        await storage.Store(null, new(), [Pending(1, Version(5, "one"))], commitUpTo: 1, abortAfter: null);
        Assert.Equal(["one"], _kept.Left);
        Assert.Equal((5, 1), (_kept.Committed, _kept.Writes));
    }

    [Fact]
    public async Task What_was_taken_back_is_gone_and_what_leaves_with_it_too()
    {
        var storage = await Start();
        await storage.Store(null, new(), [Pending(1, Version(5, "one")), Pending(2, Version(7, "two"))], commitUpTo: null, abortAfter: null);
        var next = await Start();
        await next.Store(null, new(), null, commitUpTo: 1, abortAfter: 1);
        Assert.Equal(["one"], _kept.Left);
        Assert.Equal(["aborted 7", "committed 5"], _heard);
        var loaded = await (await Start()).Load();
        Assert.Equal((5, 0), (loaded.CommittedState.State.Value, loaded.PendingStates.Count));
    }

    [Fact]
    public async Task The_next_version_is_stored_as_what_differs_from_the_one_that_is_committed_by_then()
    {
        var storage = await Start();
        await storage.Store(
            null, new(), [Pending(1, Version(5)), Pending(2, Version(7)), Pending(3, Version(8))], commitUpTo: null, abortAfter: null);
        await storage.Store(null, new(), [Pending(3, Version(9))], commitUpTo: 1, abortAfter: null);
        await storage.Store(null, new(), null, commitUpTo: 2, abortAfter: null);
        var loaded = await (await Start()).Load();
        Assert.Equal((7, 9), (loaded.CommittedState.State.Value, Assert.Single(loaded.PendingStates).State.State.Value));
    }

    [Fact]
    public async Task Who_was_overtaken_stores_nothing_and_finds_what_is_stored()
    {
        var (one, two) = (await Start(), await Start());
        await one.Store(null, new(), [Pending(1, Version(5))], commitUpTo: 1, abortAfter: null);
        await Assert.ThrowsAsync<InconsistentStateException>(
            () => two.Store(null, new(), [Pending(1, Version(6))], commitUpTo: 1, abortAfter: null));
        Assert.Equal(5, _kept.Committed);
        var loaded = await two.Load();
        Assert.Equal((5, 1), (loaded.CommittedState.State.Value, (int)loaded.CommittedSequenceId));
        await two.Store(null, new(), [Pending(2, Version(6))], commitUpTo: 2, abortAfter: null);
        Assert.Equal(6, _kept.Committed);
    }

    [Fact]
    public async Task What_is_resolved_is_settled()
    {
        var storage = await Start();
        await storage.Store(null, new(), [Pending(1, Version(5))], commitUpTo: null, abortAfter: null);
        var next = await Start();
        Assert.False(next.IsSettled);
        _kept.Held = new();
        var stored = next.Store(null, new(), null, commitUpTo: 1, abortAfter: null);
        Assert.False(next.IsSettled);
        _kept.Held.SetResult();
        await stored;
        Assert.True(next.IsSettled);
    }

    [Fact]
    public async Task What_is_resolved_and_could_not_be_stored_is_not_settled()
    {
        var storage = await Start();
        await storage.Store(null, new(), [Pending(1, Version(5))], commitUpTo: null, abortAfter: null);
        var next = await Start();
        _kept.Held = new();
        _kept.Held.SetException(new StorageUnavailableException("It is gone."));
        await Assert.ThrowsAsync<StorageUnavailableException>(() => next.Store(null, new(), null, commitUpTo: 1, abortAfter: null));
        Assert.False(next.IsSettled);
        _kept.Held = null;
        await next.Load();
        Assert.False(next.IsSettled);
        await next.Store(null, new(), null, commitUpTo: 1, abortAfter: null);
        Assert.True(next.IsSettled);
    }

    // The manager is on another silo, whose memory is not that of the one that takes back.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_a_grain_has_taken_back_its_manager_on_another_silo_does_not_commit_and_the_other_way_round(bool isCommittedFirst)
    {
        var managerKept = new KeptStates();
        var manager = await Start(managerKept, Manager);
        var storage = await Start(ask: (grain, question) =>
        {
            Assert.Equal(Manager, grain);
            return Task.FromResult(manager.TryTakeBack(((TakeBack)question).Id) ? ParticipantAnswer.Done : ParticipantAnswer.Refused);
        });
        await storage.Store(null, new(), [Pending(1, Version(5), Participant(Manager))], commitUpTo: null, abortAfter: null);
        var decision = new TransactionalStateMetaData();
        decision.CommitRecords.Add(Guid.Parse(IdOf(1)), new CommitRecord { Timestamp = Time, WriteParticipants = [Participant(Own)] });
        Task Commit() => manager.Store(null, decision, [Pending(1, Version(6))], commitUpTo: 1, abortAfter: null);
        Task TakeBack() => storage.Store(null, new(), null, commitUpTo: null, abortAfter: 0);
        if (isCommittedFirst)
        {
            await Commit();
            await Assert.ThrowsAsync<InconsistentStateException>(TakeBack);
            Assert.Equal(1, _kept.Open);
        }
        else
        {
            await TakeBack();
            await Assert.ThrowsAsync<InconsistentStateException>(Commit);
            Assert.Equal((0, 0), (_kept.Open, managerKept.Committed));
        }
    }

    private static string IdOf(long sequence) => new Guid((int)sequence, 0, 0, new byte[8]).ToString();

    private ParticipantId Participant(GrainId grain) => new(
        "Counter",
        (GrainReference)_orleans.GetRequiredService<IGrainFactory>().GetGrain(grain),
        ParticipantId.Role.Resource | ParticipantId.Role.Manager);

    private static PendingTransactionState<StateVersion<Counter>> Pending(
        long sequence, StateVersion<Counter> version, ParticipantId manager = default) =>
        new() { SequenceId = sequence, TransactionId = IdOf(sequence), TimeStamp = Time, TransactionManager = manager, State = version };

    private static StateVersion<Counter> Version(int value, string? leaves = null)
    {
        var version = new StateVersion<Counter> { State = new Counter { Value = value }, IsChanged = true };
        if (leaves is not null)
        {
            version.Outbox = new Outbox(default);
            version.Outbox.Add(new Leaving(leaves));
        }

        return version;
    }

    // A silo of its own each time.
    private async Task<VersionStorage<Counter>> Start(
        KeptStates? kept = null, GrainId? grain = null, Func<GrainId, ProtocolMessage, Task<ParticipantAnswer>>? ask = null)
    {
        kept ??= _kept;
        var services = new VersionServices(kept, _orleans.GetRequiredService<IGrainFactory>(), new ProtocolOptions { IsClustered = ask is not null })
        {
            Ask = ask ?? (static (_, _) => throw new NotSupportedException()),
        };
        var storage = new VersionStorage<Counter>(
            new KeptStore(kept),
            new VersionRecords(),
            grain ?? Own,
            services,
            version =>
            {
                version.MarkStored();
                _heard.Add($"committed {version.State.Value}");
            },
            version => _heard.Add($"aborted {version.State.Value}"));
        await storage.Load();
        return storage;
    }

    internal sealed class Counter
    {
        public int Value { get; set; }
    }

    private sealed record Leaving(string Text) : CommitAction
    {
        public override Task OnCommit() => throw new InvalidOperationException("It left with the commit.");

        public override bool Join(AtomicWrite write)
        {
            ((Write)write).Left.Add(Text);
            return true;
        }
    }

    /// <summary>What a storage has of one grain, on its disk.</summary>
    private sealed class KeptStates : IAtomicWrites
    {
        public int Committed { get; set; }
        public StoredPrepared Prepared { get; set; }
        public int Open { get; set; }
        public int Writes { get; set; }
        public List<string> Left { get; } = [];

        /// <summary>What writes wait for before they take effect.</summary>
        public TaskCompletionSource? Held { get; set; }

        public bool AreSupported => true;

        public AtomicWrite Begin() => new Write(this);

        public AtomicWrite BeginWriteSet() => new Write(this);

        public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);
    }

    private sealed class Write(KeptStates kept) : AtomicWrite
    {
        public List<string> Left { get; } = [];
        public int? State { get; set; }
        public (long Version, byte[] Record, int Open)? Prepared { get; set; }

        public override WriteSet Encode(GrainId grain) => new(grain, Writer: 3, Version: 0, JsonSerializer.SerializeToUtf8Bytes(Left));

        public override void Add(WriteSet writes)
        {
            Assert.Equal(0, writes.Writer);
            Left.AddRange(JsonSerializer.Deserialize<string[]>(writes.Content)!);
        }

        public override async Task Submit()
        {
            await (kept.Held?.Task ?? Task.CompletedTask);
            await Task.Yield();
            if (Prepared is { } prepared)
            {
                if (prepared.Version != kept.Prepared.Version)
                    throw new StorageConflictException("It was written by somebody else.");

                (kept.Prepared, kept.Open) = (new(prepared.Version + 1, prepared.Record), prepared.Open);
            }

            kept.Committed = State ?? kept.Committed;
            kept.Left.AddRange(Left);
            kept.Writes++;
        }
    }

    private sealed class KeptStore(KeptStates kept) : IStateStore<Counter>
    {
        public StoredPrepared LoadedPrepared { get; private set; }

        public long PreparedVersion { get; private set; }

        public ValueTask<Counter> Load(CancellationToken cancellationToken)
        {
            LoadedPrepared = kept.Prepared;
            PreparedVersion = kept.Prepared.Version;
            return new(new Counter { Value = kept.Committed });
        }

        public void AddPrepared(AtomicWrite write, byte[] record, int open) => ((Write)write).Prepared = (PreparedVersion++, record, open);

        public void Add(AtomicWrite write, Counter state) => ((Write)write).State = state.Value;

        // So it matters from which one it differs.
        public byte[] WriteDifference(Counter before, Counter after) => JsonSerializer.SerializeToUtf8Bytes(after.Value - before.Value);

        public Counter ReadDifference(Counter before, byte[] difference) =>
            new() { Value = before.Value + JsonSerializer.Deserialize<int>(difference) };

        public ValueTask Save(Counter state) => throw new NotSupportedException();

        public ValueTask Clear() => ValueTask.CompletedTask;
    }
}
