namespace Marketplace.Grains.Archiving;

/// <summary>Where an archived record came from.</summary>
internal enum ArchiveOrigin
{
    /// <summary>It was part of the data set: a reset keeps it.</summary>
    Ingested = 0,

    /// <summary>A transaction made it: a reset drops it.</summary>
    Transaction = 1,
}
