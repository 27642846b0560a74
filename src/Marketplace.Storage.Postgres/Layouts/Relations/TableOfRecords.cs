using System.Collections.Immutable;
using System.Text;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>
/// A table whose rows are records. The server takes the records apart: it gets them as JSON, like the other layouts, and no JSON stays. A row
/// is found by its grain, the id of the item, and in a list by its place there.
/// </summary>
internal sealed class TableOfRecords
{
    // What a query begins with that does not begin with the grain: other entities, and what became of the row.
    private static readonly string[] Indexed = ["customer_id", "order_id", "seller_id", "product_id", "status", "order_status", "delivery_status"];

    private readonly string _schema;
    private readonly string _name;
    private readonly string _keys;
    private readonly ImmutableArray<Member> _members;
    private readonly List<(string Name, string Type, string Value)> _columns = [];
    private readonly StringBuilder _fields = new();

    /// <summary>Describes one.</summary>
    /// <param name="list">Name of the list in the JSON of an item; null if the item is the record.</param>
    public TableOfRecords(string schema, string name, ImmutableArray<Member> members, string? list)
    {
        (_schema, _name, _members, List) = (schema, name, members, list);
        _keys = list is null ? "grain, item" : "grain, item, place";
        TakeApart(members, "r", list is null ? "u.document" : "l.element");
    }

    /// <summary>Name of the list in the JSON of an item; null if the item is the record.</summary>
    public string? List { get; }

    /// <summary>Its name, with its schema.</summary>
    public string FullName => $"{_schema}.{_name}";

    /// <summary>Makes it, where it is not there yet.</summary>
    /// <param name="isIndexed">Whether what queries begin with has an index.</param>
    public string Create(bool isIndexed)
    {
        var keys = string.Join(", ", _keys.Split(", ").Select(key => $"{key} {(key == "place" ? "int" : "bigint")} NOT NULL"));
        var columns = string.Join(", ", _columns.Select(column => $"\"{column.Name}\" {column.Type}"));
        var create = $"CREATE TABLE IF NOT EXISTS {FullName} ({keys}, {columns}, PRIMARY KEY ({_keys})) WITH (fillfactor = 50)";
        return isIndexed
            ? string.Join(";\n", [create, .. _members.SelectMany(IndexedColumns).Select(column =>
                $"CREATE INDEX IF NOT EXISTS {_name}_{column} ON {FullName} (\"{column}\")")])
            : create;
    }

    /// <summary>Writes records in the place of earlier ones. $1: grains, $2: ids of items, $3: the items, json[].</summary>
    public string Set()
    {
        var names = string.Join(", ", _columns.Select(column => $"\"{column.Name}\""));
        var given = string.Join(", ", _columns.Select(column => $"excluded.\"{column.Name}\""));
        var elements = List is null ? "" : $" CROSS JOIN LATERAL json_array_elements(u.document -> '{List}') WITH ORDINALITY AS l (element, place)";
        var statement = $"INSERT INTO {FullName} AS t ({_keys}, {names}) "
            + $"SELECT u.grain, u.item, {(List is null ? "" : "l.place, ")}{string.Join(", ", _columns.Select(column => column.Value))} "
            + $"FROM unnest($1, $2, $3) AS u (grain, item, document){elements}{_fields} "
            + $"ON CONFLICT ({_keys}) DO UPDATE SET ({names}) = ROW({given})";

        // Of a list most rows are as they were: they stay where they are.
        return List is null ? statement : $"{statement} WHERE ROW({Compared("t")}) IS DISTINCT FROM ROW({Compared("excluded")})";
    }

    /// <summary>Removes the rows beyond the end of a list. $1: grains, $2: ids of items, $3: the items, json[].</summary>
    public string Trim() =>
        $"DELETE FROM {FullName} t USING unnest($1, $2, $3) AS u (grain, item, document) "
        + $"WHERE t.grain = u.grain AND t.item = u.item AND t.place > json_array_length(u.document -> '{List}')";

    /// <summary>Removes the rows of items. $1: grains, $2: ids of items.</summary>
    public string Remove() => $"DELETE FROM {FullName} t USING unnest($1, $2) AS u (grain, item) WHERE t.grain = u.grain AND t.item = u.item";

    /// <summary>Removes the rows of grains. $1: grains.</summary>
    public string Clear() => $"DELETE FROM {FullName} WHERE grain = ANY ($1)";

    /// <summary>JSON of a row, as it came.</summary>
    public string Json(string alias, IReadOnlyDictionary<string, string> lists) => Json(alias, _members, lists);

    private static string Json(string alias, ImmutableArray<Member> members, IReadOnlyDictionary<string, string> lists)
    {
        var values = members.Select(member => $"'{member.Json}', " + member switch
        {
            ScalarMember { IsTime: true } time => Time($"{alias}.\"{time.Column}\"", $"{alias}.\"{time.Rest}\""),
            ScalarMember scalar => $"{alias}.\"{scalar.Column}\"",
            RecordMember { CanBeNull: true } record =>
                $"CASE WHEN {alias}.\"{record.FirstColumn}\" IS NOT NULL THEN {Json(alias, record.Members, lists)} END",
            RecordMember record => Json(alias, record.Members, lists),
            _ => lists[member.Json],
        });
        return $"json_build_object({string.Join(", ", values)})";
    }

    // ISO 8601, UTC, with seven decimals.
    private static string Time(string time, string rest) =>
        $"to_char({time} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') || coalesce({rest} / 100, 0) || 'Z'";

    private static IEnumerable<string> IndexedColumns(Member member) => member switch
    {
        ScalarMember scalar => Indexed.Contains(scalar.Json) ? [scalar.Column] : [],
        RecordMember record => record.Members.SelectMany(IndexedColumns),
        _ => [],
    };

    private string Compared(string alias) =>
        string.Join(", ", _columns.Select(column => $"{alias}.\"{column.Name}\"{(column.Type == "json" ? "::text" : "")}"));

    // What json_to_record makes of a record, and the values of the columns from that.
    private void TakeApart(ImmutableArray<Member> members, string alias, string source)
    {
        var fields = members.Where(member => member is not ListMember)
            .Select(member => $"\"{member.Json}\" {(member is ScalarMember scalar ? scalar.IsTime ? "text" : scalar.Type : "json")}");
        _fields.Append($" CROSS JOIN LATERAL json_to_record({source}) AS {alias} ({string.Join(", ", fields)})");
        foreach (var member in members)
        {
            var field = $"{alias}.\"{member.Json}\"";
            switch (member)
            {
                case ScalarMember { IsTime: true } time:
                    // A time has up to seven decimals; a column takes six, and would round.
                    _columns.Add((time.Column, time.Type, $"(rtrim(left({field}, 26), 'Z') || 'Z')::timestamptz"));
                    _columns.Add((time.Rest, "smallint", $"nullif(rtrim(substr({field}, 27, 1), 'Z'), '')::int * 100"));
                    break;
                case ScalarMember scalar:
                    _columns.Add((scalar.Column, scalar.Type, field));
                    break;
                case RecordMember record:
                    TakeApart(record.Members, $"{alias}_{record.Json}", field);
                    break;
                default:
                    break;
            }
        }
    }
}
