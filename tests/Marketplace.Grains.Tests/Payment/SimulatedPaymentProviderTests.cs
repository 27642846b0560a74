using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Payment;
using Xunit;

namespace Marketplace.Grains.Tests.Payment;

public sealed class SimulatedPaymentProviderTests
{
    private readonly Ledger _ledger = new();

    [Fact]
    public async Task A_repeat_gets_the_first_answer_and_moves_no_money()
    {
        var provider = Provider(new PaymentProviderOptions());
        Assert.True(await provider.Charge(Key(1), 10m));
        Assert.True(await provider.Charge(Key(1), 10m));
        Assert.Equal([new ChargeExport(Key(1), 10m, Accepted: true, Voided: false)], _ledger.Charges);
    }

    [Fact]
    public async Task A_repeat_that_comes_by_another_silo_gets_the_first_answer_and_moves_no_money()
    {
        var shared = new Ledger { IsShared = true };
        var options = new PaymentProviderOptions { DeclineRate = 0.5 };
        for (var customer = 1; customer <= 50; customer++)
        {
            var (here, there) = (new SimulatedPaymentProvider(options, shared, TimeProvider.System), Shared());
            var first = await here.Charge(new(customer, 1, 1), 10m);
            Assert.Equal(first, await there.Charge(new(customer, 1, 1), 10m));
            var second = await there.Charge(new(customer, 1, 2), 20m);
            Assert.Equal(second, await here.Charge(new(customer, 1, 2), 20m));
        }

        Assert.Equal(100, shared.Charges.Count);
        SimulatedPaymentProvider Shared() => new(options, shared, TimeProvider.System);
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
        Assert.False(await provider.Charge(Key(1), 10m));
        Assert.Empty(_ledger.Charges);
    }

    [Fact]
    public async Task An_outage_is_retried()
    {
        var provider = Provider(new PaymentProviderOptions { Outage = 0.5, Retries = 20, RetryDelay = TimeSpan.Zero });
        for (var customer = 1; customer <= 100; customer++)
        {
            Assert.True(await provider.Charge(Key(customer), 10m));
        }

        Assert.Equal(100, _ledger.Charges.Count);
    }

    private static ReservationId Key(int customer) => new(customer, 1, 1);

    private async Task<List<bool>> Fates(PaymentProviderOptions options, IEnumerable<int> customers)
    {
        var provider = Provider(options);
        var fates = new List<bool>();
        foreach (var customer in customers)
        {
            fates.Add(await provider.Charge(Key(customer), 10m));
        }

        return fates;
    }

    private SimulatedPaymentProvider Provider(PaymentProviderOptions options) => new(options, _ledger, TimeProvider.System);

    private sealed class Ledger : IArchive
    {
        public List<ChargeExport> Charges { get; } = [];

        public bool IsShared { get; init; }

        public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
        {
            Charges.Add((ChargeExport)(object)record!);
            return ValueTask.CompletedTask;
        }

        public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) =>
            Charges.Where(charge => charge.Key.CustomerId == key).Reverse().Cast<T>().ToAsyncEnumerable();

        public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => throw new NotSupportedException();

        public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public ValueTask Reset(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask Clear(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
