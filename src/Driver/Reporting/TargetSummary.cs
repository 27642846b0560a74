using System.Collections.Immutable;
using Marketplace.Driver.Load.Targets;

namespace Marketplace.Driver.Reporting;

/// <summary>What one of several targets got within the measurement.</summary>
/// <param name="Url">Its base address.</param>
/// <param name="Requests">HTTP requests that it answered, or may have got; adds and seals included.</param>
/// <param name="RequestThroughput">The same a second.</param>
/// <param name="Errors">Those without an answer, and those answered with 5xx.</param>
/// <param name="Refused">Attempts to send that failed before anything was sent; the requests went to another target.</param>
/// <param name="Changes">When it ceased or began to be ready, in the whole run; the first 100 changes.</param>
internal sealed record TargetSummary(
    string Url,
    long Requests,
    double RequestThroughput,
    long Errors,
    long Refused,
    ImmutableArray<ReadinessChange> Changes);
