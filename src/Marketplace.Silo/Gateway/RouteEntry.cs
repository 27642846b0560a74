using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway.Handlers;

namespace Marketplace.Silo.Gateway;

/// <summary>One route: where it is, what goes in, what comes out, and who answers.</summary>
/// <param name="Name">Its operation id in the OpenAPI document, and a label of the metrics.</param>
/// <param name="Methods">HTTP methods; further ones are aliases of the first.</param>
/// <param name="Pattern">Path.</param>
/// <param name="Success">Status when it worked.</param>
/// <param name="Summary">What it does, in a sentence.</param>
/// <param name="Handler">Who answers. It may throw; <see cref="GuardedHandler"/> answers then.</param>
internal sealed record RouteEntry(
    string Name, ImmutableArray<string> Methods, string Pattern, int Success, string Summary, Func<EntryHandlers, RequestDelegate> Handler)
{
    /// <summary>The service that the request is for; null if it is for no one service.</summary>
    public string? Service { get; init; } = MarketplaceServices.Names.FirstOrDefault(name => name == Pattern.Split('/')[1]);

    /// <summary>The services whose grains it may call.</summary>
    public ImmutableArray<string> Needs
    {
        get => field.IsDefault ? (Service is null ? [] : [Service]) : field;
        init;
    }

    /// <summary>Who answers instead where the results of transactions are collected later; null if that makes no difference.</summary>
    public Func<ReceiptedHandlers, RequestDelegate>? WithReceipt { get; init; }

    /// <summary>Type of the body, or of a line of it; null if none is read.</summary>
    public Type? Request { get; init; }

    /// <summary>Type of the answer, or of a line of it; null if it has no body, or lines of various types.</summary>
    public Type? Response { get; init; }

    /// <summary>Whether bodies are streams of lines (NDJSON).</summary>
    public bool Lines { get; init; }

    /// <summary>Whether the answer is a stream of server-sent events.</summary>
    public bool Events { get; init; }

    /// <summary>What may stand behind the path.</summary>
    public ImmutableArray<QueryParameter> Query { get; init; } = [];

    /// <summary>Statuses of failures besides 503 and 504, which any request may get.</summary>
    public ImmutableArray<int> Failures { get; init; } = [];
}

/// <summary>A number that may stand behind a path.</summary>
/// <param name="Format">Format of OpenAPI: int32, int64 or double.</param>
internal sealed record QueryParameter(string Name, string Description, string Format = "int32");
