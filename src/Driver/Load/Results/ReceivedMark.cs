namespace Marketplace.Driver.Load.Results;

/// <summary>A mark as it was received.</summary>
/// <param name="Id">Its number at the target, from which collecting goes on.</param>
/// <param name="Number">Number of the transaction within the run; 0 if it is of no transaction of this run.</param>
/// <param name="Mark">What it says.</param>
internal readonly record struct ReceivedMark(long Id, long Number, Mark Mark);
