using Marketplace.Audit.Spilling;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class SpillSorterTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(11)]
    [InlineData(25_003)]
    public void It_reads_back_in_order_what_was_added_however_often_it_spilled(int count)
    {
        var random = new Random(count);
        var records = Enumerable.Range(0, count).Select(i => (Key: random.Next(100), Id: i)).ToList();
        using var sorter = new SpillSorter<(int Key, int Id)>(static (a, b) => a.CompareTo(b), bufferBytes: 80);
        foreach (var record in records)
            sorter.Add(record);

        Assert.Equal(records.Order(), sorter.Sorted());
        Assert.Equal(records.Order(), sorter.Sorted());
        Assert.Equal(count, sorter.Count);
    }

    [Fact]
    public void Its_file_vanishes_with_it()
    {
        using var folder = new TemporaryFolder();
        using (var sorter = new SpillSorter<long>(static (a, b) => a.CompareTo(b), bufferBytes: 8, folder.Path))
        {
            for (var i = 0; i < 100; i++)
                sorter.Add(100 - i);
            Assert.Equal([1, 2, 3, 4, 5], sorter.Sorted().Take(5));
            Assert.Single(Directory.GetFiles(folder.Path));
        }

        Assert.Empty(Directory.GetFiles(folder.Path));
    }
}
