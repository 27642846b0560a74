using System.Net;
using System.Net.Http.Headers;
using Marketplace.Driver.Data;

namespace Marketplace.Driver.Target;

/// <summary>Ingests a data set: streamed where the target takes streams, one by one where it does not (public silos).</summary>
internal sealed class Ingestion(TargetClient target, IDataSource source)
{
    private const int Parallelism = 16;
    private static readonly MediaTypeHeaderValue Json = new("application/json");

    /// <summary>Ingests everything, and verifies that everything was taken.</summary>
    /// <exception cref="TargetException">The target took less than it was sent, or failed.</exception>
    public async Task Run(IProgress<string> progress, CancellationToken cancellationToken)
    {
        foreach (var set in source.Sets.Where(set => set.Count > 0))
        {
            progress.Report($"{set.Name}: {set.Count}");
            var answer = await target.Import(set.Name, () => new NdjsonContent(source, set), cancellationToken);
            if (answer is null)
                await SendSingly(set, cancellationToken);
            else if (answer.Accepted != set.Count || answer.Rejected != 0)
                throw new TargetException($"{target.Url} took {answer.Accepted} of {set.Count} {set.Name}, rejected {answer.Rejected}.");
        }
    }

    private async Task SendSingly(EntitySet set, CancellationToken cancellationToken)
    {
        if (set.SinglePath is not { } path)
            throw new TargetException($"{target.Url} has no POST /import, so it can't take {set.Name}: set their number to 0.");
        var options = new ParallelOptions { MaxDegreeOfParallelism = Parallelism, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(
            source.Lines(set),
            options,
            async (line, token) => await target.Post(path, () => Body(line), token));
    }

    private static ByteArrayContent Body(byte[] json)
    {
        var content = new ByteArrayContent(json);
        content.Headers.ContentType = Json;
        return content;
    }
}

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
        _source.Copy(_set, stream, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = -1;
        return false;
    }
}
