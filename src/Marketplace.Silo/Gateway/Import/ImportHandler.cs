using System.Buffers;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Import;

/// <summary>
/// Ingests a stream of lines in groups, in bounded memory: the next lines are read when there is room for them, so a sender that is too fast
/// waits. Good lines are applied whether or not there are bad ones.
/// </summary>
internal sealed class ImportHandler(GatewaySettings settings, JsonAnswers answers) : IDisposable
{
    // Of all imports together: what they write at once must fit into the queue of the storage, which refuses work beyond that.
    private const int GroupsMax = 4;

    private readonly SemaphoreSlim _groups = new(GroupsMax);

    /// <summary>Makes a handler for entities that are ingested one by one.</summary>
    /// <param name="key">Entities of one key are ingested one after the other, in the order of their lines.</param>
    public RequestDelegate Of<T>(BodyParser<T> parse, Func<T, Task> add, Func<T, (int, int)> key)
    {
        return Of(parse, AddAll);

        async Task<Refusal?[]> AddAll(IReadOnlyList<T> entities)
        {
            var last = new Dictionary<(int, int), Task>(entities.Count);
            foreach (var entity in entities)
            {
                var id = key(entity);
                last[id] = last.TryGetValue(id, out var before) ? After(before, add, entity) : add(entity);
            }

            await Task.WhenAll(last.Values);
            return [];
        }
    }

    /// <summary>Makes a handler for entities that are ingested together.</summary>
    /// <param name="ingest">Ingests some: tells for each of them null, or why not; nothing at all if none was refused.</param>
    public RequestDelegate Of<T>(BodyParser<T> parse, Func<IReadOnlyList<T>, Task<Refusal?[]>> ingest) =>
        context => Import(context, parse, ingest);

    public void Dispose() => _groups.Dispose();

    private static async Task After<T>(Task before, Func<T, Task> add, T entity)
    {
        await before;
        await add(entity);
    }

    private async Task Import<T>(HttpContext context, BodyParser<T> parse, Func<IReadOnlyList<T>, Task<Refusal?[]>> ingest)
    {
        RequestBody.CheckType(context.Request, RequestBody.Lines);
        RequestBody.AllowAnyLength(context);
        var work = new ImportWork<T>(settings.ImportParallelism, entities => InTurn(entities, ingest));
        try
        {
            await ReadAll(context, work, parse);
            await work.Finish();
        }
        finally
        {
            await work.End();
        }

        await Answer(context, work);
    }

    private async Task<Refusal?[]> InTurn<T>(IReadOnlyList<T> entities, Func<IReadOnlyList<T>, Task<Refusal?[]>> ingest)
    {
        // Those before it end: each of their calls has a time-out.
        await _groups.WaitAsync();
        try
        {
            return await ingest(entities);
        }
        finally
        {
            _groups.Release();
        }
    }

    private async Task ReadAll<T>(HttpContext context, ImportWork<T> work, BodyParser<T> parse)
    {
        var reader = context.Request.BodyReader;
        var lines = new LineSplitter(settings.MaxBodyBytes);
        while (true)
        {
            var result = await reader.ReadAsync(context.RequestAborted);
            var rest = result.Buffer;
            while (lines.TryNext(ref rest, result.IsCompleted, out var line))
            {
                if (lines.IsTooLong)
                    await work.Reject(lines.Number, $"The line has more than {settings.MaxBodyBytes} bytes.");
                else if (TryParse(line, parse, out var entity, out var reason))
                    await work.Add(lines.Number, line.Length, entity);
                else
                    await work.Reject(lines.Number, reason);
            }

            reader.AdvanceTo(rest.Start, rest.End);
            if (result.IsCompleted)
                return;
        }
    }

    private static bool TryParse<T>(in ReadOnlySequence<byte> line, BodyParser<T> parse, out T entity, out string reason)
    {
        var length = (int)line.Length;
        var copy = line.IsSingleSegment ? null : ArrayPool<byte>.Shared.Rent(length);
        try
        {
            if (copy is not null)
                line.CopyTo(copy);

            (entity, reason) = (parse(copy is null ? line.FirstSpan : copy.AsSpan(0, length)), "");
            return true;
        }
        catch (InvalidInputException exception)
        {
            (entity, reason) = (default!, exception.Message);
            return false;
        }
        finally
        {
            if (copy is not null)
                ArrayPool<byte>.Shared.Return(copy);
        }
    }

    private Task Answer<T>(HttpContext context, ImportWork<T> work)
    {
        var answer = new ImportAnswer(work.Accepted, work.Rejected);
        if (answer.Rejected == 0)
            return answers.Write(context, StatusCodes.Status200OK, answer, RequestJson.Default.ImportAnswer);

        var detail = $"{answer.Rejected} lines were refused, the first of them with the reason; the other {answer.Accepted} are applied.";
        return Problems.Write(context, StatusCodes.Status400BadRequest, "bad-lines", detail, json =>
        {
            json.WriteNumber("accepted"u8, answer.Accepted);
            json.WriteNumber("rejected"u8, answer.Rejected);
            json.WriteStartArray("lines"u8);
            foreach (var (line, reason) in work.FirstRejections)
            {
                json.WriteStartObject();
                json.WriteNumber("line"u8, line);
                json.WriteString("detail"u8, reason);
                json.WriteEndObject();
            }

            json.WriteEndArray();
        });
    }
}
