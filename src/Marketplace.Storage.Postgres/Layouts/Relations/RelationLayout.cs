using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Layouts.Relations;

/// <summary>
/// Items as rows of relations: a member of a record is a column with the type that it has, a record within it is columns too, and a list of
/// records is a table of its own. Documents, which hold what is neither an item nor a record, stay JSON in the table `state`.
/// </summary>
/// <param name="isIndexed">Whether there are secondary indexes.</param>
internal sealed class RelationLayout(string name, bool isIndexed) : IStateLayout
{
    // JSON is taken apart by the server, which in another encoding has no characters for all that JSON has.
    private const string Encoding =
        "DO $$BEGIN IF getdatabaseencoding() <> 'UTF8' THEN RAISE EXCEPTION 'the layout needs a database with the encoding UTF8'; END IF; END$$";

    private readonly FrozenDictionary<string, ImmutableArray<Relation>> _relations = Services.All.ToFrozenDictionary(
        service => service,
        service => MarketplaceServices.Named(service).Grains
            .SelectMany(grains => grains.Format.Items).Select(items => new Relation(items)).ToImmutableArray());

    public string Name => name;

    public string Tables(string service) => string.Join(
        ";\n", [Encoding, StateTable.Create(service), .. _relations[service].SelectMany(relation => relation.Create(isIndexed))]);

    public void Write(NpgsqlBatch batch, ServiceBatch part)
    {
        StateTable.Write(batch, part);
        WriteItems(batch, part);
    }

    /// <summary>Adds the statements that write items, after those on the documents.</summary>
    public void WriteItems(NpgsqlBatch batch, ServiceBatch part)
    {
        var cleared = part.States.Where(state => state.ClearsItems).ToList();
        foreach (var relation in _relations[part.Service])
        {
            if (cleared.Count > 0)
                AddEach(batch, relation.Clear, () => [Sql.Column(cleared, s => s.Grain)]);

            var set = (
                from state in part.States
                from item in state.Set
                where item.Part == relation.Part
                select (state.Grain, item.Id, Document: NullCharacters.Hide(item.Document))).ToList();
            if (set.Count > 0)
            {
                AddEach(
                    batch, relation.Set,
                    () => [Sql.Column(set, i => i.Grain), Sql.Column(set, i => i.Id), Sql.Json(set.ConvertAll(i => i.Document))]);
            }

            var removed = (
                from state in part.States
                from item in state.Removed
                where item.Part == relation.Part
                select (state.Grain, item.Id)).ToList();
            if (removed.Count > 0)
            {
                Sql.Add(
                    batch, Sql.Checked(relation.Remove, count: 3, orFewer: part.IsMerged),
                    Sql.Column(removed, i => i.Grain), Sql.Column(removed, i => i.Id), Sql.Number(removed.Count));
                AddEach(batch, relation.RemoveLists, () => [Sql.Column(removed, i => i.Grain), Sql.Column(removed, i => i.Id)]);
            }
        }
    }

    public string Load(string service) =>
        string.Join(" UNION ALL ", [StateTable.Load(service), .. _relations[service].Select(relation => relation.Load)]);

    public byte[] Item(byte[] loaded) => NullCharacters.Show(loaded);

    public string Versions(string service) => StateTable.Versions(service);

    public string List(string service, long from, int count) => StateTable.List(service, from, count);

    // A parameter belongs to one statement.
    private static void AddEach(NpgsqlBatch batch, ImmutableArray<string> statements, Func<NpgsqlParameter[]> columns)
    {
        foreach (var statement in statements)
            Sql.Add(batch, statement, columns());
    }
}
