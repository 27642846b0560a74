using Marketplace.Records.Stores.Mongo;
using Marketplace.Records.Stores.Postgres;

namespace Marketplace.Records.Stores;

/// <summary>Makes the store that settings ask for.</summary>
internal static class RecordStores
{
    public static IRecordStore Create(RecordsSettings settings, TimeProvider time) => settings.Store switch
    {
        "memory" => new MemoryStore(settings, time),
        "mongodb" => new MongoStore(settings, time),
        _ => new PostgresStore(settings, time),
    };
}
