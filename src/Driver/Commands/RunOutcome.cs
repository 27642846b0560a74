namespace Marketplace.Driver.Commands;

/// <summary>How a command ended.</summary>
/// <param name="ExitCode">See <see cref="Commands.ExitCode"/>.</param>
internal sealed record RunOutcome(int ExitCode, IReadOnlyList<string> Lines);
