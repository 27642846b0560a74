using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Grains.Formats;
using Marketplace.Storage.Postgres.Connections;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>The tables of the items of one part: one of the items, and one of each list that they have.</summary>
internal sealed class Relation
{
    private readonly ImmutableArray<TableOfRecords> _tables;

    /// <summary>Describes one.</summary>
    public Relation(ItemKind kind)
    {
        var (service, part, record) = kind;
        // A record is called after what is exported of it, or after the entity: open_order, ingested_stock_item.
        var what = JsonNamingPolicy.SnakeCaseLower.ConvertName(record.Type.Name.Replace("Export", "", StringComparison.Ordinal));
        var (schema, name, members) = (Services.Schema(service), $"{part}_{what}", RecordMembers.Of(record));
        _tables =
        [
            new TableOfRecords(schema, name, members, list: null),
            .. members.OfType<ListMember>().Select(list => new TableOfRecords(schema, $"{name}_{list.Json}", list.Members, list.Json)),
        ];
        Part = part;
        var lists = _tables[1..];
        Set = [_tables[0].Set(), .. lists.Select(list => list.Set()), .. lists.Select(list => list.Trim())];
        Remove = _tables[0].Remove();
        RemoveLists = [.. lists.Select(list => list.Remove())];
        Clear = [.. _tables.Select(table => table.Clear())];
        Load = $"SELECT t.grain, 0::bigint, '{part}'::text, t.item, {_tables[0].Json("t", lists.ToDictionary(list => list.List!, Elements))} "
            + $"FROM {_tables[0].FullName} t WHERE t.grain = ANY ($1)";
    }

    /// <summary>The part whose items it has.</summary>
    public string Part { get; }

    /// <summary>Write items in the place of earlier ones. $1: grains, $2: ids, $3: items, json[].</summary>
    public ImmutableArray<string> Set { get; }

    /// <summary>Removes items, a row each. $1: grains, $2: ids.</summary>
    public string Remove { get; }

    /// <summary>Remove the lists of items. $1: grains, $2: ids.</summary>
    public ImmutableArray<string> RemoveLists { get; }

    /// <summary>Remove all items of grains. $1: grains.</summary>
    public ImmutableArray<string> Clear { get; }

    /// <summary>Asks for items, as <see cref="IStateLayout.Load"/> does. $1: grains.</summary>
    public string Load { get; }

    /// <summary>Makes the tables, where they are not there yet.</summary>
    /// <param name="isIndexed">Whether they have secondary indexes.</param>
    public IEnumerable<string> Create(bool isIndexed) => _tables.Select(table => table.Create(isIndexed));

    private static string Elements(TableOfRecords list) =>
        $"(SELECT coalesce(json_agg({list.Json("c", ImmutableDictionary<string, string>.Empty)} ORDER BY c.place), '[]'::json) "
        + $"FROM {list.FullName} c WHERE c.grain = t.grain AND c.item = t.item)";
}
