using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Payment;
using Xunit;

namespace Marketplace.Grains.Tests.Archiving;

public sealed class ArchiveBulkTests
{
    [Fact]
    public async Task All_records_are_under_way_together_and_those_that_failed_leave_again()
    {
        var archive = new HeldArchive();
        var records = Enumerable.Range(1, 3).Select(static order => (7, new PaymentExport("", 7, order, [], null)));
        var bulk = new ArchiveBulk<PaymentExport>(archive, PaymentService.Payments, [.. records], ArchiveOrigin.Ingested);
        var released = bulk.OnCommit();
        Assert.Equal([1, 2, 3], archive.Appended);
        archive.End(0);
        archive.End(1, new TimeoutException("away"));
        archive.End(2);
        await Assert.ThrowsAsync<TimeoutException>(() => released);

        released = bulk.OnCommit();
        Assert.Equal([1, 2, 3, 2], archive.Appended);
        Assert.False(released.IsCompleted);
        archive.End(3);
        await released;
    }

    private sealed class HeldArchive : IArchive
    {
        private readonly List<TaskCompletionSource> _ends = [];

        public List<int> Appended { get; } = [];
        public bool IsShared => false;

        public void End(int append, Exception? failure = null)
        {
            if (failure is null)
                _ends[append].SetResult();
            else
                _ends[append].SetException(failure);
        }

        public ValueTask Append<T>(ArchiveStream<T> stream, int key, T record, ArchiveOrigin origin)
        {
            Appended.Add(((PaymentExport)(object)record!).OrderId);
            _ends.Add(new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
            return new ValueTask(_ends[^1].Task);
        }

        public ValueTask AppendWritten(ArchiveStream stream, int key, byte[] record, ArchiveOrigin origin) => throw new NotSupportedException();

        public IAsyncEnumerable<T> Find<T>(ArchiveStream<T> stream, int key) => throw new NotSupportedException();

        public IAsyncEnumerable<T> Newest<T>(ArchiveStream<T> stream) => throw new NotSupportedException();

        public IAsyncEnumerable<ReadOnlyMemory<byte>> Read(string name, KeyFilter filter, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public ValueTask Reset(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask Clear(CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
