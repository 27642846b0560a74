using System.Net;
using System.Net.Http.Headers;
using Marketplace.Driver.Data;

namespace Marketplace.Driver.Target;

/// <summary>A request body that streams one kind of entity, so that memory stays bounded whatever the size factor.</summary>
internal sealed class NdjsonContent : HttpContent
{
    private readonly IDataSource _source;
    private readonly EntitySet _set;

    /// <summary>Makes a body.</summary>
    /// <param name="source">Where the entities come from.</param>
    public NdjsonContent(IDataSource source, EntitySet set)
    {
        _source = source;
        _set = set;
        Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        _source.CopyAsync(_set, stream, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = -1;
        return false;
    }
}
