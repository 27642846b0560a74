using Marketplace.Contracts.Json;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>The header in which a request without a body may carry its transaction id.</summary>
internal static class TransactionHeader
{
    private const string Name = "X-Transaction-Id";

    /// <summary>Reads it.</summary>
    /// <returns>The transaction id; null if the client gave none.</returns>
    /// <exception cref="InvalidInputException">It will not do as a transaction id.</exception>
    public static string? Read(HttpContext context)
    {
        if (!context.Request.Headers.TryGetValue(Name, out var values))
            return null;

        return values is [{ } tid] && RouteIds.IsTid(tid)
            ? tid
            : throw new InvalidInputException($"{Name}: expected one transaction id of 1 to 128 bytes.");
    }
}
