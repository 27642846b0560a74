using System.Runtime.CompilerServices;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres;

/// <summary>The numbers of versions in the tables `version`, which the batches of the states write.</summary>
internal sealed class PostgresVersionNumbers(Databases databases) : IVersionNumbers
{
    public async IAsyncEnumerable<(string Service, long Key, long Version)> Read([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await databases.Applied(cancellationToken);
        foreach (var service in Services.All)
        {
            var numbers = await databases.Of(service).Ask(async source =>
            {
                var found = new List<(long, long)>();
                await using var question = source.CreateCommand($"SELECT grain, number FROM {Services.Schema(service)}.version");
                await using var rows = await question.ExecuteReaderAsync(cancellationToken);
                while (await rows.ReadAsync(cancellationToken))
                    found.Add((rows.GetInt64(0), rows.GetInt64(1)));

                return found;
            });
            foreach (var (key, number) in numbers)
                yield return (service, key, number);
        }
    }

    public async Task Clear(CancellationToken cancellationToken)
    {
        foreach (var database in databases.All)
            await database.Empty(Emptied.VersionNumbers, cancellationToken);
    }
}
