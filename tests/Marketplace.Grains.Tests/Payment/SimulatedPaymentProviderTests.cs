using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Payment;
using Marketplace.Protocols.Storage;
using Marketplace.Protocols.Storage.Memory;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Grains.Tests.Payment;

public sealed class SimulatedPaymentProviderTests
{
    private readonly Ledger _ledger = new();

    [Fact]
    public async Task A_repeat_gets_the_first_answer_and_moves_no_money()
    {
        var provider = Provider(new PaymentProviderOptions());
        Assert.True((await provider.Charge(Key(1), 10m)).IsPaid);
        Assert.True((await provider.Charge(Key(1), 10m)).IsPaid);
        Assert.Equal([new ChargeExport(Key(1), 10m, Accepted: true, Voided: false)], _ledger.Charges);
    }

    [Fact]
    public async Task A_repeat_that_comes_by_another_silo_gets_the_first_answer_and_moves_no_money()
    {
        var shared = new Ledger { IsShared = true };
        var options = new PaymentProviderOptions { DeclineRate = 0.5 };
        for (var customer = 1; customer <= 50; customer++)
        {
            var (here, there) = (new SimulatedPaymentProvider(options, shared, NoWrites, TimeProvider.System), Shared());
            var first = await here.Charge(new(customer, 1, 1), 10m);
            Assert.Equal(first.IsPaid, (await there.Charge(new(customer, 1, 1), 10m)).IsPaid);
            var second = await there.Charge(new(customer, 1, 2), 20m);
            Assert.Equal(second.IsPaid, (await here.Charge(new(customer, 1, 2), 20m)).IsPaid);
        }

        Assert.Equal(100, shared.Charges.Count);
        SimulatedPaymentProvider Shared() => new(options, shared, NoWrites, TimeProvider.System);
    }

    /// <summary>The next attempt of a transaction may ask before the last one, which was aborted, has let go.</summary>
    [Fact]
    public async Task What_is_given_back_for_one_attempt_is_not_taken_from_another_one_that_got_the_same_answer()
    {
        var provider = Provider(new PaymentProviderOptions());
        var attempts = new[] { new Charge(provider, Key(1), 10m), new Charge(provider, Key(1), 10m), new Charge(provider, Key(1), 10m) };
        Assert.True(await attempts[0].Ask());
        Assert.True(await attempts[1].Ask());
        await attempts[0].OnAbort();
        Assert.Equal([Charged(10m)], _ledger.Charges);
        await attempts[1].OnAbort();
        Assert.Equal([Charged(10m), GivenBack(10m)], _ledger.Charges);
        Assert.True(await attempts[2].Ask());
        await attempts[1].OnAbort();
        Assert.Equal([Charged(10m), GivenBack(10m), Charged(10m)], _ledger.Charges);
    }

    /// <summary>Prices change between two attempts.</summary>
    [Fact]
    public async Task Another_amount_is_another_charge()
    {
        var provider = Provider(new PaymentProviderOptions());
        var (first, second) = (new Charge(provider, Key(1), 10m), new Charge(provider, Key(1), 12m));
        Assert.True(await first.Ask());
        Assert.True(await second.Ask());
        await first.OnAbort();
        Assert.Equal([Charged(10m), Charged(12m), GivenBack(10m)], _ledger.Charges);
    }

    /// <summary>A silo was killed before its transaction was decided; the next one repeats the checkout, at the same prices or at others.</summary>
    [Fact]
    public async Task What_a_killed_silo_has_charged_is_used_or_given_back()
    {
        var shared = new Ledger { IsShared = true };
        await Silo().Charge(Key(1), 10m);
        var used = new Charge(Silo(), Key(1), 10m);
        Assert.True(await used.Ask());
        Assert.Equal([Charged(10m)], shared.Charges);
        Assert.True(await new Charge(Silo(), Key(1), 12m).Ask());
        Assert.Equal([Charged(10m), GivenBack(10m), Charged(12m)], shared.Charges);
        Assert.True(await new Charge(Silo(), Key(1), 10m).Ask());
        Assert.Equal([GivenBack(12m), Charged(10m)], shared.Charges[3..]);
        SimulatedPaymentProvider Silo() => new(new PaymentProviderOptions { IsAlone = true }, shared, NoWrites, TimeProvider.System);
    }

    /// <summary>The ledger can't be written now: the abort is told again.</summary>
    [Fact]
    public async Task What_could_not_be_given_back_is_given_back_when_it_is_asked_for_again()
    {
        var provider = Provider(new PaymentProviderOptions());
        var charge = new Charge(provider, Key(1), 10m);
        Assert.True(await charge.Ask());
        _ledger.IsAway = true;
        await Assert.ThrowsAsync<TimeoutException>(charge.OnAbort);
        _ledger.IsAway = false;
        await charge.OnAbort();
        await charge.OnAbort();
        Assert.Equal([Charged(10m), GivenBack(10m)], _ledger.Charges);
    }

    /// <summary>An outage of the ledger began while the provider thought about it: nobody else waits for that answer.</summary>
    [Fact]
    public async Task What_is_charged_after_the_abort_is_given_back_before_the_abort_is_done()
    {
        var time = new FakeTimeProvider();
        var provider = new SimulatedPaymentProvider(new PaymentProviderOptions { Latency = TimeSpan.FromSeconds(1) }, _ledger, NoWrites, time);
        var charge = new Charge(provider, Key(1), 10m);
        var asked = charge.Ask();
        var aborted = charge.OnAbort();
        Assert.False(aborted.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await asked);
        await aborted;
        Assert.Equal([Charged(10m), GivenBack(10m)], _ledger.Charges);
    }

    [Fact]
    public async Task A_charge_whose_transaction_is_aborted_before_it_is_asked_for_moves_no_money()
    {
        var charge = new Charge(Provider(new PaymentProviderOptions()), Key(1), 10m);
        await charge.OnAbort();
        Assert.False(await charge.Ask());
        Assert.Empty(_ledger.Charges);
    }

    [Fact]
    public async Task A_silo_alone_asks_the_ledger_at_the_first_charge_of_a_customer_alone_and_gets_what_an_earlier_silo_was_told()
    {
        var shared = new Ledger { IsShared = true };
        var options = new PaymentProviderOptions { IsAlone = true };
        await new SimulatedPaymentProvider(options, shared, NoWrites, TimeProvider.System).Charge(Key(1), 10m);
        var next = new SimulatedPaymentProvider(options, shared, NoWrites, TimeProvider.System);
        Assert.True((await next.Charge(Key(1), 10m)).IsPaid);
        Assert.Equal((1, 2), (shared.Charges.Count, shared.Asked));

        ReservationId second = new(1, 1, 2);
        await next.Void(await next.Charge(second, 20m));
        await next.Charge(second, 20m);
        Assert.Equal((4, 2), (shared.Charges.Count, shared.Asked));
    }

    [Fact]
    public async Task Declines_follow_the_rate_and_do_not_depend_on_the_order_of_arrival()
    {
        const int Count = 10_000;
        var options = new PaymentProviderOptions { DeclineRate = 0.2 };
        var forward = await Fates(options, Enumerable.Range(1, Count));
        var backward = await Fates(options, Enumerable.Range(1, Count).Reverse());
        Assert.Equal(forward, backward.AsEnumerable().Reverse());

        // Five standard deviations of the binomial distribution on either side.
        Assert.InRange(forward.Count(paid => !paid), 1_800, 2_200);
        Assert.NotEqual(forward, await Fates(new PaymentProviderOptions { DeclineRate = 0.2, Seed = 7 }, Enumerable.Range(1, Count)));
    }

    [Fact]
    public async Task A_provider_that_is_never_reached_charges_nothing()
    {
        var provider = Provider(new PaymentProviderOptions { Outage = 1, RetryDelay = TimeSpan.Zero });
        Assert.False((await provider.Charge(Key(1), 10m)).IsPaid);
        Assert.Empty(_ledger.Charges);
    }

    [Fact]
    public async Task An_outage_is_retried()
    {
        var provider = Provider(new PaymentProviderOptions { Outage = 0.5, Retries = 20, RetryDelay = TimeSpan.Zero });
        for (var customer = 1; customer <= 100; customer++)
            Assert.True((await provider.Charge(Key(customer), 10m)).IsPaid);

        Assert.Equal(100, _ledger.Charges.Count);
    }

    /// <summary>What a transaction holds is not held until the ledger is written: only its client waits for that.</summary>
    [Fact]
    public async Task Where_all_is_stored_in_one_order_the_answer_does_not_wait_for_the_ledger_but_the_end_of_the_transaction_does()
    {
        var write = new HeldWrite();
        var provider = new SimulatedPaymentProvider(new PaymentProviderOptions(), _ledger, new Writes(write), TimeProvider.System);
        var charge = new Charge(provider, Key(1), 10m);
        Assert.True(await charge.Ask());
        Assert.Equal([new ChargeExport(Key(1), 10m, Accepted: true, Voided: false)], _ledger.Charges);
        var (repeated, released) = (new Charge(provider, Key(1), 10m), charge.OnCommit());
        Assert.True(await repeated.Ask());
        Assert.Single(_ledger.Charges);
        Assert.False(released.IsCompleted);
        Assert.False(repeated.OnCommit().IsCompleted);
        write.Stored.SetResult();
        await released;
    }

    [Fact]
    public async Task Without_a_transaction_the_answer_is_used_when_it_is_in_the_ledger()
    {
        var write = new HeldWrite();
        var charge = new Charge(
            new SimulatedPaymentProvider(new PaymentProviderOptions(), _ledger, new Writes(write), TimeProvider.System), Key(1), 10m);
        await charge.OnCommit();
        var asked = charge.Ask().AsTask();
        Assert.False(asked.IsCompleted);
        write.Stored.SetResult();
        Assert.True(await asked);
    }

    private static NoAtomicWrites NoWrites { get; } = new();

    private static ChargeExport Charged(decimal amount) => new(Key(1), amount, Accepted: true, Voided: false);

    private static ChargeExport GivenBack(decimal amount) => Charged(amount) with { Voided = true };

    private static ReservationId Key(int customer) => new(customer, 1, 1);

    private async Task<List<bool>> Fates(PaymentProviderOptions options, IEnumerable<int> customers)
    {
        var provider = Provider(options);
        var fates = new List<bool>();
        foreach (var customer in customers)
            fates.Add((await provider.Charge(Key(customer), 10m)).IsPaid);

        return fates;
    }

    private SimulatedPaymentProvider Provider(PaymentProviderOptions options) => new(options, _ledger, NoWrites, TimeProvider.System);

    private sealed class Ledger : IArchive
    {
        public List<ChargeExport> Charges { get; } = [];
        public bool IsShared { get; init; }
        public int Asked { get; private set; }
        public bool IsAway { get; set; }

        public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
        {
            if (IsAway)
                return ValueTask.FromException(new TimeoutException());

            Charges.Add((ChargeExport)(object)record!);
            return ValueTask.CompletedTask;
        }

        public bool Append<T>(AtomicWrite write, ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
        {
            Charges.Add((ChargeExport)(object)record!);
            return true;
        }

        public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) => throw new NotSupportedException();

        public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key)
        {
            Asked++;
            return Charges.Where(charge => charge.Key.CustomerId == key).Reverse().Cast<T>().ToAsyncEnumerable();
        }

        public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => throw new NotSupportedException();

        public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public ValueTask Reset(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask Clear(CancellationToken cancellationToken) => throw new NotSupportedException();
    }

    private sealed class Writes(AtomicWrite write) : IAtomicWrites
    {
        public bool AreSupported => true;

        public AtomicWrite Begin() => write;

        public ValueTask<IReadOnlyList<PendingStep>> PendingSteps(CancellationToken cancellationToken) => new([]);
    }

    private sealed class HeldWrite : AtomicWrite
    {
        public TaskCompletionSource Stored { get; } = new();

        public override Task Submit() => Stored.Task;
    }
}
