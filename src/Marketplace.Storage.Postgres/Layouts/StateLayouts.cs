using System.Collections.Immutable;
using Marketplace.Storage.Postgres.Layouts.Relations;

namespace Marketplace.Storage.Postgres.Layouts;

/// <summary>The layouts that there are. One that is added here can be chosen, and is tested as the others are.</summary>
internal static class StateLayouts
{
    private static readonly ImmutableArray<(string Name, Func<IStateLayout> Make)> All =
    [
        ("document", static () => new DocumentLayout()),
        ("relations", static () => new RelationLayout("relations", isIndexed: false)),
        ("relations-indexed", static () => new RelationLayout("relations-indexed", isIndexed: true)),
        ("both", static () => new BothLayout()),
    ];

    /// <summary>Their names, the default first.</summary>
    public static ImmutableArray<string> Names { get; } = [.. All.Select(layout => layout.Name)];

    /// <summary>Makes one.</summary>
    public static IStateLayout Make(string name) => All.Single(layout => layout.Name == name).Make();
}
