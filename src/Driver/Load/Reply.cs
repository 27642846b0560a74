using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load;

/// <summary>An answer with its times.</summary>
/// <param name="Answer">The answer, or why there is none.</param>
/// <param name="Sent">When the request was sent, in ticks.</param>
/// <param name="Completed">When the answer was complete, in ticks.</param>
internal readonly record struct Reply(HttpAnswer Answer, long Sent, long Completed);
