using Marketplace.Records.Stores.Postgres;

namespace Marketplace.Records.Stores;

/// <summary>Makes the store that settings ask for.</summary>
internal static class RecordStores
{
    public static IRecordStore Create(RecordsSettings settings, TimeProvider time) =>
        settings.Store == "memory" ? new MemoryStore(settings, time) : new PostgresStore(settings, time);
}
