using System.Buffers;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Import;

/// <summary>
/// Ingests a stream of lines in bounded memory: a line is read when there is room for its work, so a sender that is too fast waits.
/// Good lines are applied whether or not there are bad ones.
/// </summary>
internal sealed class ImportHandler(GatewaySettings settings, JsonAnswers answers)
{
    /// <summary>Makes a handler.</summary>
    /// <param name="parse">Makes an entity of a line.</param>
    /// <param name="apply">Ingests it; null, or why not.</param>
    /// <param name="key">Entities of one key are ingested one after the other, in the order of their lines.</param>
    public RequestDelegate Of<T>(BodyParser<T> parse, Func<T, Task<Refusal?>> apply, Func<T, int> key) => async context =>
    {
        RequestBody.CheckType(context.Request, RequestBody.Lines);
        RequestBody.AllowAnyLength(context);
        var work = new ImportWork(settings.ImportParallelism);
        try
        {
            await ReadAll(context, work, parse, apply, key);
        }
        finally
        {
            await work.Finish();
        }

        await Answer(context, work);
    };

    private async Task ReadAll<T>(
        HttpContext context,
        ImportWork work,
        BodyParser<T> parse,
        Func<T, Task<Refusal?>> apply,
        Func<T, int> key)
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
                {
                    work.Reject(lines.Number, $"The line has more than {settings.MaxBodyBytes} bytes.");
                }
                else if (TryParse(work, lines.Number, line, parse, out var entity))
                {
                    await work.Start(lines.Number, key(entity), entity, apply);
                }
            }

            reader.AdvanceTo(rest.Start, rest.End);
            if (result.IsCompleted)
            {
                return;
            }
        }
    }

    private static bool TryParse<T>(ImportWork work, long number, in ReadOnlySequence<byte> line, BodyParser<T> parse, out T entity)
    {
        var length = (int)line.Length;
        var copy = line.IsSingleSegment ? null : ArrayPool<byte>.Shared.Rent(length);
        try
        {
            if (copy is not null)
            {
                line.CopyTo(copy);
            }

            entity = parse(copy is null ? line.FirstSpan : copy.AsSpan(0, length));
            return true;
        }
        catch (InvalidInputException exception)
        {
            work.Reject(number, exception.Message);
            entity = default!;
            return false;
        }
        finally
        {
            if (copy is not null)
            {
                ArrayPool<byte>.Shared.Return(copy);
            }
        }
    }

    private Task Answer(HttpContext context, ImportWork work)
    {
        var answer = new ImportAnswer(work.Accepted, work.Rejected);
        if (answer.Rejected == 0)
        {
            return answers.Write(context, StatusCodes.Status200OK, answer, RequestJson.Default.ImportAnswer);
        }

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
