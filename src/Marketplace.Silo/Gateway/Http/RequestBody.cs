using System.Buffers;
using System.Net.Http.Headers;
using Microsoft.AspNetCore.Http.Features;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>Makes a value of a body.</summary>
internal delegate T BodyParser<out T>(ReadOnlySpan<byte> utf8);

/// <summary>Reads bodies.</summary>
internal sealed class RequestBody(int maxBytes)
{
    /// <summary>The type of a body that is one JSON value.</summary>
    public const string Json = "application/json";

    /// <summary>The type of a body that is a stream of lines, each a JSON value.</summary>
    public const string Lines = "application/x-ndjson";

    /// <summary>The type of a body that is a stream of events.</summary>
    public const string Events = "text/event-stream";

    /// <summary>Reads a body whole.</summary>
    /// <exception cref="RequestException">Its type is wrong, or it is too large.</exception>
    /// <exception cref="Contracts.Json.InvalidInputException">The parser refuses it.</exception>
    public async ValueTask<T> Read<T>(HttpContext context, BodyParser<T> parse)
    {
        CheckType(context.Request, Json);
        var reader = context.Request.BodyReader;
        while (true)
        {
            var result = await reader.ReadAsync(context.RequestAborted);
            var buffer = result.Buffer;
            if (buffer.Length > maxBytes)
            {
                reader.AdvanceTo(buffer.End);
                throw new RequestException(413, "body-too-large", $"The body has more than {maxBytes} bytes.");
            }

            if (result.IsCompleted)
            {
                try
                {
                    return Parse(buffer, parse);
                }
                finally
                {
                    reader.AdvanceTo(buffer.End);
                }
            }

            reader.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    /// <summary>Checks the type of a body. None at all is taken for the right one.</summary>
    /// <exception cref="RequestException">It is wrong.</exception>
    public static void CheckType(HttpRequest request, string expected)
    {
        var type = request.ContentType;
        if (string.IsNullOrEmpty(type) || type.Equals(expected, StringComparison.OrdinalIgnoreCase))
            return;

        if (!MediaTypeHeaderValue.TryParse(type, out var parsed)
            || !expected.Equals(parsed.MediaType, StringComparison.OrdinalIgnoreCase)
            || parsed.CharSet?.Trim('"') is { } charset
                && !charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase)
                && !charset.Equals("utf8", StringComparison.OrdinalIgnoreCase)
                && !charset.Equals("us-ascii", StringComparison.OrdinalIgnoreCase))
        {
            throw new RequestException(415, "unsupported-media-type", $"Expected a body of the type {expected} in UTF-8.");
        }
    }

    /// <summary>Takes a body of any length: it is read in bounded memory.</summary>
    public static void AllowAnyLength(HttpContext context)
    {
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } feature)
            feature.MaxRequestBodySize = null;
    }

    private static T Parse<T>(in ReadOnlySequence<byte> body, BodyParser<T> parse)
    {
        if (body.IsSingleSegment)
            return parse(body.FirstSpan);

        var length = (int)body.Length;
        var whole = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            body.CopyTo(whole);
            return parse(whole.AsSpan(0, length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }
}
