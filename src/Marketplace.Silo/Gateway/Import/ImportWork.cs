using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Gateway.Import;

/// <summary>
/// The lines of an import, and what became of them. They are gathered into groups; while one group is ingested the next one gathers, so there
/// are two in memory at most.
/// </summary>
/// <param name="ingest">Ingests the entities of a group: tells for each of them null, or why not; nothing at all if none was refused.</param>
internal sealed class ImportWork<T>(int linesMax, Func<IReadOnlyList<T>, Task<Refusal?[]>> ingest)
{
    private const int RejectionsKept = 100;

    // A line can be as long as a body, so that a number of lines alone would not bound the memory.
    private const long BytesMax = 4 << 20;

    private readonly List<(long Line, string Reason)> _rejections = [];
    private Group _next = new();
    private Group? _underWay;

    /// <summary>Lines ingested.</summary>
    public long Accepted { get; private set; }

    /// <summary>Lines refused.</summary>
    public long Rejected { get; private set; }

    /// <summary>The first lines refused, and why.</summary>
    public IReadOnlyList<(long Line, string Reason)> FirstRejections => _rejections;

    /// <summary>Takes a line on; waits if it fills a group while another one is under way.</summary>
    public ValueTask Add(long line, long bytes, T entity)
    {
        _next.Lines.Add((line, null));
        _next.Entities.Add(entity);
        _next.Bytes += bytes;
        return BeginIfFull();
    }

    /// <summary>Notes that a line can't be ingested.</summary>
    public ValueTask Reject(long line, string reason)
    {
        _next.Lines.Add((line, reason));
        return BeginIfFull();
    }

    /// <summary>No more lines come: ingests what is left.</summary>
    /// <returns>When all lines are ingested or refused.</returns>
    public async Task Finish()
    {
        await Begin();
        await End();
    }

    /// <summary>Waits for what is under way; nothing more begins.</summary>
    public async Task End()
    {
        if (_underWay is not { } group)
            return;

        _underWay = null;
        var refusals = await group.Ingested;
        var next = 0;
        foreach (var (line, reason) in group.Lines)
        {
            var refusal = reason is null && refusals.Length > 0 ? refusals[next++]?.Detail : reason;
            if (refusal is null)
            {
                Accepted++;
                continue;
            }

            Rejected++;
            if (_rejections.Count < RejectionsKept)
                _rejections.Add((line, refusal));
        }
    }

    private ValueTask BeginIfFull() => _next.Lines.Count < linesMax && _next.Bytes < BytesMax ? ValueTask.CompletedTask : Begin();

    private async ValueTask Begin()
    {
        await End();
        (_underWay, _next) = (_next, new Group());
        if (_underWay.Entities.Count > 0)
            _underWay.Ingested = ingest(_underWay.Entities);
    }

    private sealed class Group
    {
        /// <summary>Numbers of the lines, and why they are no entities.</summary>
        public List<(long Line, string? Reason)> Lines { get; } = [];

        public List<T> Entities { get; } = [];

        public long Bytes { get; set; }
        public Task<Refusal?[]> Ingested { get; set; } = Task.FromResult<Refusal?[]>([]);
    }
}
