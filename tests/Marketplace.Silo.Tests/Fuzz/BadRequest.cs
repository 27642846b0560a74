using System.Net.Http.Headers;

namespace Marketplace.Silo.Tests.Fuzz;

/// <summary>A request that must be refused.</summary>
/// <param name="What">What is wrong with it, for the message of a failure.</param>
/// <param name="Body">Body, if there is one.</param>
internal sealed record BadRequest(string What, HttpMethod Method, string Path, byte[]? Body = null, string ContentType = "application/json")
{
    public HttpRequestMessage ToMessage()
    {
        var message = new HttpRequestMessage(Method, Path);
        if (Body is not null)
        {
            message.Content = new ByteArrayContent(Body);
            message.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(ContentType);
        }

        return message;
    }

    public override string ToString()
    {
        var body = Body is null ? "" : System.Text.Encoding.Latin1.GetString(Body);
        return $"{What}: {Method} {Path} {ContentType} {(body.Length > 300 ? body[..300] + "..." : body)}";
    }
}
