using Marketplace.Storage.Postgres.Tests.Layouts;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Connections;

/// <summary>Work that shares a connection.</summary>
public sealed class OneByOneTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 120_000)]
    public async Task Who_stops_waiting_lets_nobody_run_beside_another()
    {
        await using var layout = await LayoutDatabase.Open(await postgres.CreateDatabase(), "document");
        var (first, third) = (new Work(), new Work());
        using var impatient = new CancellationTokenSource();
        var running = layout.Database.RunOneByOne(first.Run, Cancellation);
        var second = layout.Database.RunOneByOne(static _ => Task.FromResult(true), impatient.Token);
        await first.Begun;
        var last = layout.Database.RunOneByOne(third.Run, Cancellation);
        await impatient.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);

        // Long enough for it to begin, if it does.
        await layout.Ask("SELECT 1");
        Assert.False(third.Begun.IsCompleted);
        first.End();
        third.End();
        Assert.True(await running);
        Assert.True(await last);
    }

    private sealed class Work
    {
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource<bool> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Begun => _begun.Task;

        public Task<bool> Run(NpgsqlDataSource source)
        {
            _begun.TrySetResult();
            return _end.Task;
        }

        public void End() => _end.TrySetResult(true);
    }
}
