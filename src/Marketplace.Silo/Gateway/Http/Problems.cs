using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Microsoft.AspNetCore.WebUtilities;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>Writes errors as application/problem+json (RFC 9457).</summary>
internal static class Problems
{
    private const string ContentType = "application/problem+json";

    // The text is JSON and nothing else, so nothing needs an escape but what JSON asks for.
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Answers with a problem.</summary>
    /// <param name="type">Short name of the reason, stable, for programs.</param>
    /// <param name="detail">The reason in a sentence for people, saying what to do.</param>
    /// <returns>When it is written.</returns>
    public static async Task Write(HttpContext context, int status, string type, string detail, Action<Utf8JsonWriter>? extend = null)
    {
        var response = context.Response;
        response.StatusCode = status;
        response.ContentType = ContentType;
        if (status == StatusCodes.Status503ServiceUnavailable)
            response.Headers.RetryAfter = "1";

        // Whole before it leaves, so that its length is known.
        var bytes = new ArrayBufferWriter<byte>(512);
        using (var json = new Utf8JsonWriter(bytes, Options))
        {
            json.WriteStartObject();
            json.WriteString("type"u8, type);
            json.WriteString("title"u8, ReasonPhrases.GetReasonPhrase(status));
            json.WriteNumber("status"u8, status);
            json.WriteString("detail"u8, detail);
            extend?.Invoke(json);
            json.WriteEndObject();
        }

        response.ContentLength = bytes.WrittenCount;
        await response.BodyWriter.WriteAsync(bytes.WrittenMemory, context.RequestAborted);
    }
}

/// <summary>A request that the gateway itself refuses.</summary>
/// <param name="type">Short name of the reason, stable, for programs.</param>
internal sealed class RequestException(int status, string type, string detail) : Exception(detail)
{
    public int Status => status;

    /// <summary>Short name of the reason.</summary>
    public string Type => type;
}
