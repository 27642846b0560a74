using Marketplace.Audit.History;

namespace Marketplace.Driver.Measurement.History;

/// <summary>What every record holds.</summary>
/// <param name="Number">Number of the transaction within the run, from 1: the tid is "{run}-{number}".</param>
/// <param name="Planned">When it was due, in ticks.</param>
/// <param name="Sent">When it was sent, in ticks.</param>
/// <param name="Completed">When it was complete, in ticks.</param>
/// <param name="HttpStatus">HTTP status; 0 without an answer.</param>
internal readonly record struct OperationHead(
    long Number,
    long Planned,
    long Sent,
    long Completed,
    OutcomeClass Outcome,
    int HttpStatus);
