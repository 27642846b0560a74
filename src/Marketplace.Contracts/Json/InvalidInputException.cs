namespace Marketplace.Contracts.Json;

/// <summary>What a client sent can't be read: the message names the member and what was expected, and never repeats the input.</summary>
/// <param name="message">The reason, in a sentence for people.</param>
public sealed class InvalidInputException(string message) : Exception(message);
