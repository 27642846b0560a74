using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Formats;
using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres;

/// <content>What Orleans' transactions store beside the state.</content>
internal sealed partial class PostgresStateStore<TState>
{
    // Once the batch under way is stored; 0 if there is nothing.
    private long _preparedVersion;

    public StoredPrepared LoadedPrepared { get; private set; }

    public long PreparedVersion
    {
        get
        {
            lock (_lock)
            {
                return _preparedVersion;
            }
        }
    }

    public void AddPrepared(AtomicWrite write, byte[] record, int open) =>
        ((PostgresAtomicWrite)write).Add(new WrittenPrepared<TState>(this, record, open));

    public byte[] WriteDifference(TState before, TState after) => StepRecord.WriteDifference(format, before, after);

    public TState ReadDifference(TState before, byte[] difference) => StepRecord.ReadDifference(format, before, difference);

    /// <summary>The writer comes to what is beside the state. No other write of that is under way.</summary>
    public void AddTo(Batch batch, byte[] record, int open)
    {
        var version = PreparedVersion;
        var next = _database.Mode == WriteMode.Direct ? _database.Writer.NextVersion() : version + 1;
        batch.Of(format.Service).Write(new PreparedRow(_grain, version, next, open, record));
        batch.Size++;
        KeepPrepared(next);
    }

    private void KeepPrepared(long version)
    {
        lock (_lock)
        {
            _preparedVersion = version;
        }
    }
}
