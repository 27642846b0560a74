using System.Text;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Xunit;

namespace Marketplace.Grains.Tests.Archiving;

public sealed class SpoolArchiveTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("archive-test-").FullName;
    private readonly SpoolArchive _archive;

    public SpoolArchiveTests() => _archive = new SpoolArchive(new DiskFiles(_folder));

    public void Dispose()
    {
        _archive.Dispose();
        Assert.Empty(Directory.GetFiles(_folder));
        Directory.Delete(_folder);
    }

    [Fact]
    public async Task An_archive_has_files_only_for_what_it_keeps()
    {
        Assert.Empty(Directory.GetFiles(_folder));
        Assert.Empty(await Orders(1));
        for (var i = 0; i < 20_000; i++)
            await Add(1, i);
        Assert.Equal([PaymentService.Payments.Name], Directory.GetFiles(_folder).Select(Path.GetFileName));
    }

    [Fact]
    public async Task Records_are_found_by_key_newest_first_across_memory_and_disk()
    {
        // Far more than the tail that stays in memory.
        const int Count = 20_000;
        for (var i = 0; i < Count; i++)
            await Add(i % 7, i);

        var found = await Orders(3);
        Assert.Equal(Enumerable.Range(0, Count).Where(i => i % 7 == 3).Reverse(), found);
        Assert.Empty(await Orders(8));
        Assert.Empty(await _archive.Find(OrderService.Orders, 3).ToListAsync(Cancellation));
    }

    [Fact]
    public async Task Records_of_all_keys_are_found_newest_first_across_memory_and_disk()
    {
        Assert.Empty(await Newest());
        const int Count = 20_000;
        await _archive.Append(PaymentService.Payments, 1, Payment(1, Count), ArchiveOrigin.Ingested);
        for (var i = 0; i < Count; i++)
            await Add(i % 7, i);

        Assert.Equal([.. Enumerable.Range(0, Count).Reverse(), Count], await Newest());
        await _archive.Reset(Cancellation);
        Assert.Equal([Count], await Newest());
        await Add(3, 1);
        await Add(2, 2);
        Assert.Equal([2, 1, Count], await Newest());

        ValueTask<List<int>> Newest() => _archive.Newest(PaymentService.Payments).Select(payment => payment.OrderId).ToListAsync(Cancellation);
    }

    [Fact]
    public async Task All_records_are_read_in_order_and_can_be_split_by_key()
    {
        const int Count = 5_000;
        for (var i = 0; i < Count; i++)
            await Add(i % 10, i);

        Assert.Equal(Count, (await Lines(KeyFilter.All)).Count);
        var parts = new[] { await Lines(new KeyFilter(0, 3)), await Lines(new KeyFilter(1, 3)), await Lines(new KeyFilter(2, 3)) };
        Assert.Equal(Count, parts.Sum(part => part.Count));
        Assert.Contains("\"order_id\":0,", (await Lines(KeyFilter.All))[0], StringComparison.Ordinal);
        Assert.All(parts[1], line => Assert.Matches("\"customer_id\":[147],", line));
    }

    [Fact]
    public async Task A_reset_keeps_what_was_ingested_and_a_clear_keeps_nothing()
    {
        await _archive.Append(PaymentService.Payments, 1, Payment(1, 1), ArchiveOrigin.Ingested);
        await Add(1, 2);
        Assert.Equal([2, 1], await Orders(1));
        await _archive.Reset(Cancellation);
        Assert.Equal([1], await Orders(1));
        await Add(1, 3);
        Assert.Equal([3, 1], await Orders(1));
        await _archive.Clear(Cancellation);
        Assert.Empty(await Orders(1));
    }

    private static PaymentExport Payment(int customer, int order) => new("t", customer, order, [], null);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private ValueTask<List<string>> Lines(KeyFilter filter) => _archive.Read(PaymentService.Payments.Name, filter, Cancellation)
        .Select(line => Encoding.UTF8.GetString(line.Span))
        .ToListAsync(Cancellation);

    private ValueTask<List<int>> Orders(int customer) =>
        _archive.Find(PaymentService.Payments, customer).Select(payment => payment.OrderId).ToListAsync(Cancellation);

    private ValueTask Add(int customer, int order) =>
        _archive.Append(PaymentService.Payments, customer, Payment(customer, order), ArchiveOrigin.Transaction);
}
