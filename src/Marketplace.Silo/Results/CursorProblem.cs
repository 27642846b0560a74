namespace Marketplace.Silo.Results;

/// <summary>What can be wrong with the number from which marks are collected.</summary>
internal enum CursorProblem
{
    /// <summary>This silo has made no mark with that number.</summary>
    Unknown = 0,

    /// <summary>Marks after it are gone: a reset dropped them, or they were sent before and their room was needed.</summary>
    Gone = 1,
}
