namespace Marketplace.Protocols.Kernel;

/// <summary>
/// What a grain whose branches are let go at their decision still has to do for them: one save for all that were decided meanwhile, and
/// what leaves with them, in their order. It outlives the activation.
/// </summary>
internal sealed class Unsettled
{
    /// <summary>The committed state, if it is not stored yet.</summary>
    public object? Unsaved { get; private set; }

    /// <summary>Ends when the committed state is stored, with all of its transaction; null if it is, or is stored by itself.</summary>
    public Task? Storing { get; set; }

    /// <summary>How many transactions wrote it since the last save began.</summary>
    public int UnsavedCount { get; set; }

    /// <summary>How many committed states were to be saved by themselves.</summary>
    public long Taken { get; private set; }

    /// <summary>How many of them are saved, or were followed by one that is.</summary>
    public long Saved { get; private set; }

    /// <summary>How many commit actions were to run.</summary>
    public long Entered { get; private set; }

    /// <summary>What leaves the grain, or is taken back, in order, and when the transaction is stored with which it does.</summary>
    public Queue<(CommitAction Action, bool IsCommitted, Task Stored)> Leaving { get; } = new(0);

    public bool IsSettled => Unsaved is null && Leaving.Count == 0;

    public bool IsEmpty => IsSettled && Storing is null;

    /// <summary>A branch is decided.</summary>
    public void Take(Branch branch, bool isCommitted)
    {
        if (isCommitted && branch.Working is { } committed)
        {
            UnsavedCount++;

            // What was handed over later is stored later, so the last one is worth waiting for.
            if (branch.Stored is { } stored)
                Storing = stored;
            else
                (Unsaved, Taken) = (committed, Taken + 1);
        }

        foreach (var action in branch.CommitActions ?? [])
        {
            Leaving.Enqueue((action, isCommitted, isCommitted ? branch.Stored ?? Task.CompletedTask : Task.CompletedTask));
            Entered++;
        }
    }

    /// <summary>A state is saved, and so many were taken by then.</summary>
    public void Save(object saved, long taken)
    {
        Unsaved = Unsaved == saved ? null : Unsaved;
        Saved = Math.Max(Saved, taken);
    }

    /// <summary>Nothing has to be saved any more.</summary>
    public void Clear()
    {
        Unsaved = null;
        Saved = Taken;
    }
}
