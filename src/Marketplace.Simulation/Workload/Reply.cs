using Marketplace.Audit.History;

namespace Marketplace.Simulation.Workload;

/// <summary>What came back of a request.</summary>
/// <typeparam name="T">The answer.</typeparam>
/// <param name="Answer">The answer; null if there is none.</param>
/// <param name="Outcome">How it ended, as the client sees it.</param>
/// <param name="Status">The status that HTTP would have had; 0 without an answer.</param>
/// <param name="Sent">When it was sent.</param>
/// <param name="Completed">When the answer was there, or the client gave up.</param>
internal readonly record struct Reply<T>(T? Answer, OutcomeClass Outcome, int Status, long Sent, long Completed);
