using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Gateway.Import;

/// <summary>The lines of an import that are under way, at most so many at once, and what became of the others.</summary>
/// <param name="parallelism">Lines that may be under way.</param>
internal sealed class ImportWork(int parallelism)
{
    private const int RejectionsKept = 100;

    private readonly (long Line, Task<Refusal?>? Task)[] _slots = new (long, Task<Refusal?>?)[parallelism];
    private readonly List<(long Line, string Reason)> _rejections = [];

    /// <summary>Lines applied.</summary>
    public long Accepted { get; private set; }

    /// <summary>Lines refused.</summary>
    public long Rejected { get; private set; }

    /// <summary>The first lines refused, and why.</summary>
    public IEnumerable<(long Line, string Reason)> FirstRejections => _rejections.OrderBy(rejection => rejection.Line);

    /// <summary>Takes the work of a line on; waits while there is no room for it.</summary>
    /// <param name="line">Number of the line.</param>
    /// <param name="key">Work of one key has one slot: the next one waits for it.</param>
    /// <param name="entity">What the line says.</param>
    /// <param name="apply">Begins the work.</param>
    public async ValueTask Start<T>(long line, int key, T entity, Func<T, Task<Refusal?>> apply)
    {
        var slot = (int)((uint)key % (uint)_slots.Length);
        await Settle(slot);
        _slots[slot] = (line, apply(entity));
        if (_slots[slot].Task!.IsCompleted)
        {
            await Settle(slot);
        }
    }

    /// <summary>Notes that a line was refused.</summary>
    public void Reject(long line, string reason)
    {
        Rejected++;
        if (_rejections.Count < RejectionsKept)
        {
            _rejections.Add((line, reason));
        }
    }

    /// <summary>Waits for all work.</summary>
    public async Task Finish()
    {
        for (var slot = 0; slot < _slots.Length; slot++)
        {
            await Settle(slot);
        }
    }

    private async ValueTask Settle(int slot)
    {
        var (line, task) = _slots[slot];
        if (task is null)
        {
            return;
        }

        _slots[slot] = default;
        if (await task is { } refusal)
        {
            Reject(line, refusal.Detail);
        }
        else
        {
            Accepted++;
        }
    }
}
