using System.Collections.Immutable;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Gateway;

/// <summary>One route: where it is, what goes in, what comes out.</summary>
/// <param name="Methods">HTTP methods; further ones are aliases of the first.</param>
/// <param name="Success">Status when it worked.</param>
internal sealed record RouteEntry(Operation Operation, ImmutableArray<string> Methods, string Pattern, int Success, string Summary)
{
    /// <summary>The service that the request is for; null if it is for no one service.</summary>
    public string? Service { get; init; } = MarketplaceServices.Names.FirstOrDefault(name => name == Pattern.Split('/')[1]);

    /// <summary>The services whose grains it may call.</summary>
    public ImmutableArray<string> Needs
    {
        get => field.IsDefault ? (Service is null ? [] : [Service]) : field;
        init;
    }

    /// <summary>Type of the body, or of a line of it; null if none is read.</summary>
    public Type? Request { get; init; }

    /// <summary>Type of the answer, or of a line of it; null if it has no body, or lines of various types.</summary>
    public Type? Response { get; init; }

    /// <summary>Whether bodies are streams of lines (NDJSON).</summary>
    public bool Lines { get; init; }

    /// <summary>Whether the answer is a stream of server-sent events.</summary>
    public bool Events { get; init; }

    /// <summary>Statuses of failures besides 503 and 504, which any request may get.</summary>
    public ImmutableArray<int> Failures { get; init; } = [];
}
