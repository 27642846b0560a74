using System.Runtime.CompilerServices;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Formats;
using Npgsql;
using Orleans.Runtime;

namespace Marketplace.Storage.Postgres;

/// <summary>Lists the grains that have a stored state, a piece at a time.</summary>
internal sealed class PostgresCatalog(Databases databases) : IGrainStorageCatalog
{
    private const int Piece = 10_000;

    /// <inheritdoc/>
    public bool IsShared => true;

    /// <inheritdoc/>
    public async IAsyncEnumerable<GrainId> ListAsync(
        string stateName, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var service = StateFormats.ServiceOf(stateName);
        var (first, last) = StateFormats.KeysOf(stateName);
        var type = GrainType.Create(StateFormats.GrainTypeOf(service, first));
        var keys = new List<long>();
        do
        {
            var from = keys.Count > 0 ? keys[^1] + 1 : first;
            keys = await databases.Of(service).Run(source => Read(source, service, from, last, cancellationToken));
            foreach (var key in keys)
            {
                yield return GrainId.Create(type, GrainIdKeyExtensions.CreateIntegerKey(key));
            }
        }
        while (keys.Count == Piece);
    }

    private static async Task<List<long>> Read(NpgsqlDataSource source, string service, long from, long last, CancellationToken cancellationToken)
    {
        await using var question = source.CreateCommand(
            $"SELECT grain FROM {Services.Schema(service)}.state WHERE grain BETWEEN $1 AND $2 ORDER BY grain LIMIT {Piece}");
        question.Parameters.Add(new NpgsqlParameter<long> { TypedValue = from });
        question.Parameters.Add(new NpgsqlParameter<long> { TypedValue = last });
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        var keys = new List<long>();
        while (await rows.ReadAsync(cancellationToken))
        {
            keys.Add(rows.GetInt64(0));
        }

        return keys;
    }
}
