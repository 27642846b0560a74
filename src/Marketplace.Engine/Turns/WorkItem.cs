namespace Marketplace.Engine.Turns;

/// <summary>Something that waits in the mailbox of an activation: linked there without an allocation.</summary>
internal abstract class WorkItem
{
    public WorkItem? Next { get; set; }
}
