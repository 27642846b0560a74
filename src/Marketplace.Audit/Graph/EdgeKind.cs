namespace Marketplace.Audit.Graph;

/// <summary>Why one transaction comes before another in every serial order that explains what they saw.</summary>
internal enum EdgeKind
{
    /// <summary>It made a version, and the other one the next.</summary>
    WriteWrite = 0,

    /// <summary>It made a version, and the other one read it.</summary>
    WriteRead = 1,

    /// <summary>It read a version, and the other one made the next.</summary>
    ReadWrite = 2,
}
