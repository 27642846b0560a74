using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// Brings what was committed into the tables, many batches in one transaction. Who reads tables waits until they have all that was committed before.
/// </summary>
/// <param name="server">Where the tables are.</param>
/// <param name="journal">Where it is durable until then; null if it need not be.</param>
/// <param name="limits">How much waits at least and at most.</param>
internal sealed class Applier(
    IApplyServer server, Journal? journal, ApplyLimits limits, Outage outage, TimeProvider time, ILogger logger) : IAsyncDisposable
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    // Whoever reads dashboards comes often, and each time the tables are written.
    private static readonly TimeSpan Gathering = TimeSpan.FromMilliseconds(10);

    private readonly ApplyQueue _queue = new(limits, time, journal is null ? Gathering : TimeSpan.Zero);
    private Task _loop = Task.CompletedTask;
    private bool _isInDoubt;
    private volatile bool _isClosing;

    /// <summary>Whether it has failed for longer than an outage may last.</summary>
    public bool IsStuck { get; private set; }

    /// <summary>Whether the silo stops: nothing is tried for ever.</summary>
    public bool IsClosing
    {
        get => _isClosing;
        set => _isClosing = value;
    }

    /// <summary>Told why nothing can be applied any more.</summary>
    public required Action<StorageUnavailableException> Broken { get; init; }

    public void Start() => _loop = Run();

    /// <summary>Waits until no more is waiting than may be.</summary>
    public Task Room() => _queue.Room();

    /// <summary>Takes a batch that is committed. The order of these is that of commits.</summary>
    /// <param name="bytes">About how large it is.</param>
    public void Add(long position, IReadOnlyCollection<ServiceBatch> services, int bytes) => _queue.Add(position, services, bytes);

    /// <summary>Ends when the tables have all that was committed before.</summary>
    public Task Applied() => _queue.All();

    /// <summary>Ends when the tables have the newest committed state of a grain.</summary>
    public Task AppliedState(string service, long grain) => _queue.State(service, grain);

    /// <summary>Ends when the tables have all committed records of a key.</summary>
    public Task AppliedRecords(string service, string table, int key) => _queue.Records(service, table, key);

    /// <summary>Ends when everything is applied; or, if the database is away, with what is left in the journal.</summary>
    public async ValueTask DisposeAsync()
    {
        IsClosing = true;
        _queue.Close();
        await _loop;
        await server.Disconnect();
    }

    private async Task Run()
    {
        while (await _queue.Wait())
        {
            var asOf = time.GetUtcNow();
            var (position, services) = _queue.Take();
            try
            {
                await Apply(position, services, asOf);
            }
            catch (Exception exception)
            {
                logger.ApplyFailed(exception, outage.Name);
                var failure = exception as StorageUnavailableException ?? outage.Failure(exception, isOutcomeUnknown: false);

                // First: whoever has waited here must not find that more is taken.
                Broken(failure);
                _queue.Fail(failure);
                return;
            }

            _queue.Done(position);
        }
    }

    private async Task Apply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf)
    {
        var isAsked = false;
        for (var pause = FirstPause; ; pause = pause.DoubledUpTo(LongestPause))
        {
            try
            {
                await TryApply(position, services, asOf);
                (_isInDoubt, IsStuck) = (false, false);
                outage.Over();
                return;
            }
            catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
            {
                await server.Disconnect();
                throw await Explain(exception);
            }
            catch (Exception exception) when (Outage.IsPassing(exception))
            {
                await server.Disconnect();
                _isInDoubt = true;
                IsStuck = !outage.MayRetry();
                if (IsStuck && IsClosing)
                    throw;

                if (IsStuck)
                    _queue.Refuse(outage.Failure(exception, isOutcomeUnknown: false));

                if (!isAsked)
                    logger.ApplyingAgain(exception.Message, outage.Name);
            }

            // While the others wait, who wants to read learns at once whether the database is back.
            await Task.Delay(FirstPause, time);
            var longer = Task.Delay(pause, time);
            isAsked = IsStuck && await Task.WhenAny(longer, _queue.Asked()) != longer;
            if (!isAsked)
                await longer;
        }
    }

    // A transaction whose commit was not answered is not applied twice: the position says that it is there.
    private async Task TryApply(long position, IReadOnlyCollection<ServiceBatch> services, DateTimeOffset asOf)
    {
        await server.Apply(position, services, asOf, _isInDoubt);
        if (journal?.Applied(position) is { } turn && await server.Empty(turn, position))
            journal.Emptied(turn);
    }

    // Rows were not as they must be: of the journal, or of the states.
    private async Task<Exception> Explain(PostgresException mismatch) => journal is not null && await server.MayWrite()
        ? new InvalidDataException("The tables are not as this silo has left them: somebody else has changed states in them.", mismatch)
        : server.Lose(isOutcomeUnknown: false);
}
