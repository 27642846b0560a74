using System.Text;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
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
    public void Records_are_found_by_key_newest_first_across_memory_and_disk()
    {
        // Far more than the tail that stays in memory.
        const int Count = 20_000;
        for (var i = 0; i < Count; i++)
        {
            Add(i % 7, i);
        }

        var found = _archive.Find(ArchiveStreams.Payments, 3).Select(payment => payment.OrderId).ToList();
        Assert.Equal(Enumerable.Range(0, Count).Where(i => i % 7 == 3).Reverse(), found);
        Assert.Empty(_archive.Find(ArchiveStreams.Payments, 8));
        Assert.Empty(_archive.Find(ArchiveStreams.Orders, 3));
    }

    [Fact]
    public void All_records_are_read_in_order_and_can_be_split_by_key()
    {
        const int Count = 5_000;
        for (var i = 0; i < Count; i++)
        {
            Add(i % 10, i);
        }

        Assert.Equal(Count, Lines(KeyFilter.All).Count);
        var parts = Enumerable.Range(0, 3).Select(part => Lines(new KeyFilter(part, 3))).ToList();
        Assert.Equal(Count, parts.Sum(part => part.Count));
        Assert.Contains("\"order_id\":0,", Lines(KeyFilter.All)[0], StringComparison.Ordinal);
        Assert.All(parts[1], line => Assert.Matches("\"customer_id\":[147],", line));
    }

    [Fact]
    public void A_reset_keeps_what_was_ingested_and_a_clear_keeps_nothing()
    {
        _archive.Append(ArchiveStreams.Payments, 1, Payment(1, 1), ArchiveOrigin.Ingested);
        Add(1, 2);
        Assert.Equal([2, 1], _archive.Find(ArchiveStreams.Payments, 1).Select(payment => payment.OrderId));
        _archive.Reset();
        Assert.Equal([1], _archive.Find(ArchiveStreams.Payments, 1).Select(payment => payment.OrderId));
        Add(1, 3);
        Assert.Equal([3, 1], _archive.Find(ArchiveStreams.Payments, 1).Select(payment => payment.OrderId));
        _archive.Clear();
        Assert.Empty(_archive.Find(ArchiveStreams.Payments, 1));
    }

    private static PaymentExport Payment(int customer, int order) => new("t", customer, order, [], null);

    private List<string> Lines(KeyFilter filter) =>
        [.. _archive.Read(ArchiveStreams.Payments.Name, filter).Select(line => Encoding.UTF8.GetString(line.Span))];

    private void Add(int customer, int order) =>
        _archive.Append(ArchiveStreams.Payments, customer, Payment(customer, order), ArchiveOrigin.Transaction);
}
