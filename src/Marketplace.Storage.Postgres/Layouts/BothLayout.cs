using Marketplace.Storage.Postgres.Layouts.Relations;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Layouts;

/// <summary>Items twice: as JSON, which the silo reads, and as rows of relations, for queries of others. Each batch writes both.</summary>
internal sealed class BothLayout : IStateLayout
{
    private readonly DocumentLayout _documents = new();
    private readonly RelationLayout _relations = new("relations", isIndexed: false);

    public string Name => "both";

    public string Tables(string service) => $"{_documents.Tables(service)};\n{_relations.Tables(service)}";

    public void Write(NpgsqlBatch batch, ServiceBatch part)
    {
        _documents.Write(batch, part);
        _relations.WriteItems(batch, part);
    }

    public string Load(string service) => _documents.Load(service);

    public string Versions(string service) => _documents.Versions(service);

    public string List(string service, long from, int count) => _documents.List(service, from, count);
}
