using System.Runtime.CompilerServices;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Npgsql;
using Orleans.Runtime;

namespace Marketplace.Storage.Postgres;

/// <summary>Lists the grains that have a stored state, a piece at a time.</summary>
internal sealed class PostgresCatalog(Databases databases) : IGrainStorageCatalog
{
    private const int Piece = 10_000;

    public bool IsShared => true;

    public async IAsyncEnumerable<GrainId> List(
        string stateName, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var kind = MarketplaceServices.KindOf(stateName);
        var (service, type) = (kind.Service, GrainType.Create(kind.GrainType));
        var (first, last) = kind.KeyRange;
        var keys = new List<long>();
        await databases.Of(service).Applied(cancellationToken);
        do
        {
            var from = keys.Count > 0 ? keys[^1] + 1 : first;
            cancellationToken.ThrowIfCancellationRequested();
            var database = databases.Of(service);
            keys = await database.Ask(source => Read(source, database.Layout.List(service, from, Piece)));
            foreach (var key in keys)
            {
                if (key > last)
                    yield break;

                yield return GrainId.Create(type, GrainIdKeyExtensions.CreateIntegerKey(key));
            }
        }
        while (keys.Count == Piece);
    }

    private static async Task<List<long>> Read(NpgsqlDataSource source, string statement)
    {
        await using var question = source.CreateCommand(statement);
        await using var rows = await question.ExecuteReaderAsync();
        var keys = new List<long>();
        while (await rows.ReadAsync())
            keys.Add(rows.GetInt64(0));

        return keys;
    }
}
