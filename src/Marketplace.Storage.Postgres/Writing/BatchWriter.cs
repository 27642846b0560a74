using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Journaling;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>Writes one batch after the other, each once whatever happens to the connection.</summary>
/// <param name="server">Where to.</param>
/// <param name="journal">Where batches become durable before they are in the tables; null if they are written there at once.</param>
/// <param name="applier">Brings into the tables what is in the journal; null without one.</param>
internal sealed class BatchWriter(
    IBatchServer server, Journal? journal, Applier? applier, Outage outage, TimeProvider time, ILogger logger) : IAsyncDisposable
{
    /// <summary>
    /// So much at once is an import, or what has gathered during an outage. It goes into the tables at once: it would be written twice otherwise, and
    /// nothing of it would collapse.
    /// </summary>
    public const int LargeMin = 2_000;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(1);

    /// <summary>So much at once goes into the tables at once.</summary>
    public int Large { get; init; } = LargeMin;

    /// <summary>Whether a batch that is decided has been tried for longer than an outage may last.</summary>
    public bool IsStuck { get; private set; }

    /// <summary>Whether the silo stops: nothing is tried for ever.</summary>
    public bool IsClosing { get; set; }

    /// <summary>
    /// Writes a batch. States that somebody else has written fail by themselves. One in which no state is another than what is stored writes
    /// nothing, but what it stands for has happened only if this silo might have written it.
    /// </summary>
    /// <exception cref="StorageUnavailableException">The database was away for too long, or another silo has taken over.</exception>
    public async Task Write(Batch batch)
    {
        var pause = FirstPause;
        var isJournaled = await IsJournaled(batch);
        var entry = isJournaled ? journal!.Encode(batch) : default;
        while (true)
        {
            try
            {
                if ((batch.IsInDoubt && await IsStored(batch)) || await TryWrite(batch, isJournaled, entry))
                {
                    outage.Over();
                    IsStuck = false;
                    if (isJournaled)
                    {
                        journal!.Appended(batch.FirstVersion);
                        applier!.Add(batch.FirstVersion, batch.Services, entry.Length);
                    }

                    batch.Complete();
                    return;
                }
            }
            catch (Exception exception) when (Outage.IsPassing(exception))
            {
                batch.IsInDoubt |= server.IsInDoubt;
                await server.Disconnect();
                if (!outage.MayRetry())
                {
                    IsStuck = batch.IsDecided && !IsClosing;
                    if (!IsStuck)
                        throw outage.Failure(exception, batch.IsInDoubt);
                }

                logger.Retrying(exception.Message, batch.Count, outage.Name);
                await Task.Delay(pause, time);
                pause = pause.DoubledUpTo(LongestPause);
            }
            catch
            {
                await server.Disconnect();
                throw;
            }
        }
    }

    public ValueTask DisposeAsync() => server.Disconnect();

    // What empties tables does it in them, once they have all that it is to take away.
    private async Task<bool> IsJournaled(Batch batch)
    {
        if (batch.Emptied is null)
            return journal is not null && !batch.IsEmpty && (batch.Size < Large || !await AreTablesComplete());

        if (applier is not null)
            await applier.Applied();

        return false;
    }

    private async Task RequireToBeWriter() => _ = await server.LastBatch() ?? throw server.Lose(isOutcomeUnknown: false);

    // A transaction whose commit was not answered may be under way still.
    private async Task<bool> IsStored(Batch batch) => await server.LastBatch() is { } last
        ? last >= batch.Number
        : throw server.Lose(isOutcomeUnknown: batch.IsInDoubt);

    // Whether they have all that is in the journal, so that what comes now may go there. Not while the database is away.
    private async Task<bool> AreTablesComplete()
    {
        try
        {
            await applier!.Applied();
            return true;
        }
        catch (StorageUnavailableException)
        {
            return false;
        }
    }

    // False if somebody else has written states of the batch: they are out of it, and the rest is to be written.
    private async Task<bool> TryWrite(Batch batch, bool isJournaled, ReadOnlyMemory<byte> entry)
    {
        try
        {
            if (batch.IsEmpty)
                await RequireToBeWriter();
            else if (isJournaled)
                await Append(batch, entry);
            else
                await server.Write(batch);

            return true;
        }
        catch (PostgresException exception) when (exception.SqlState == Sql.Mismatch)
        {
            // The first try of a batch may have come through after all, later than it was looked for.
            if (await IsStored(batch))
                return true;
        }

        await TakeOutConflicts(batch);
        return batch.Count == 0;
    }

    private Task Append(Batch batch, ReadOnlyMemory<byte> bytes)
    {
        var (turn, entry) = journal!.Place(batch.FirstVersion, bytes);
        return server.Append(batch.Number, turn, entry);
    }

    private async Task TakeOutConflicts(Batch batch)
    {
        var found = new List<(string Service, long Grain)>();
        foreach (var service in batch.Services.Where(service => journal is null && service.States.Count > 0))
        {
            var stored = await server.Versions(service);
            foreach (var state in service.States)
            {
                long? expected = state.Kind == StateRowKind.Made ? null : state.Version;
                var version = stored.TryGetValue(state.Grain, out var there) ? there : (long?)null;
                if (version != expected)
                    found.Add((service.Service, state.Grain));
            }
        }

        foreach (var service in batch.Services.Where(service => journal is null && service.Prepared.Count > 0))
        {
            var stored = await server.PreparedVersions(service);
            found.AddRange(service.Prepared
                .Where(row => stored.GetValueOrDefault(row.Grain) != row.Version)
                .Select(row => (service.Service, row.Grain)));
        }

        var writers = batch.Writers;
        List<long> gone = writers.Count == 0 ? writers : [.. writers.Except(await server.Living(writers))];
        foreach (var (service, grain) in found)
        {
            logger.Conflict(service, grain);
            outage.Count();
            batch.TakeOut(service, grain, new StorageConflictException(
                $"The {service} {grain} was written by another silo since this one loaded it; nothing was written."));
        }

        foreach (var writer in gone)
            batch.TakeOut(writer, new StorageConflictException("A silo that took part is gone; nothing was written."));

        if (found.Count + gone.Count == 0)
            throw new InvalidOperationException("A batch concerned other rows than it should, though no state was written by somebody else.");
    }
}
