using Marketplace.Storage.Postgres.Writing;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// What was committed and may not be in the tables yet: an entry a batch, in one of two tables. While one is appended to the other is emptied, once
/// the tables of the services have all that is in it.
/// </summary>
/// <param name="turnBytes">So much goes into one table before the other one has its turn.</param>
internal sealed class Journal(long turnBytes = Journal.TurnBytes)
{
    private const long TurnBytes = 32 << 20;

    private readonly Lock _lock = new();
    private readonly JournalWriter _entry = new();

    // Of each table the position of its last entry; 0 if it is empty.
    private readonly long[] _last = new long[2];

    // Of the entry before the one that is appended; 0 if that is the first of this silo.
    private long _previous;

    private int _turn;
    private long _turnBytes;

    /// <summary>Makes the entry of a batch.</summary>
    /// <returns>Its bytes, until the next one is made.</returns>
    public ReadOnlyMemory<byte> Encode(Batch batch)
    {
        _entry.Clear();
        JournalFormat.Write(_entry, batch.Services);
        return _entry.Written;
    }

    /// <summary>Says where an entry goes that is about to be appended.</summary>
    /// <returns>Which of the two tables has the turn, and the entry as it lies there.</returns>
    public (int Turn, JournalEntry Entry) Place(long position, ReadOnlyMemory<byte> bytes)
    {
        lock (_lock)
        {
            if (_turnBytes > turnBytes && _last[1 - _turn] == 0)
                (_turn, _turnBytes) = (1 - _turn, 0);

            _last[_turn] = position;
            _turnBytes += bytes.Length;
            return (_turn, new JournalEntry(position, _previous, JournalFormat.Version, bytes));
        }
    }

    /// <summary>An entry is durable: the next one says that it comes after it.</summary>
    public void Appended(long position) => _previous = position;

    /// <summary>The table that can be emptied: the one that has no turn, if all that is in it is in the tables of the services.</summary>
    /// <param name="applied">How far those are.</param>
    /// <returns>Null if there is none, or nothing in it.</returns>
    public int? Applied(long applied)
    {
        lock (_lock)
        {
            var idle = 1 - _turn;
            return _last[idle] == 0 || _last[idle] > applied ? null : idle;
        }
    }

    /// <summary>A table is empty.</summary>
    public void Emptied(int turn)
    {
        lock (_lock)
        {
            _last[turn] = 0;
        }
    }
}

/// <summary>An entry as it lies in the journal.</summary>
/// <param name="Position">Its place: that of each later entry is higher.</param>
/// <param name="Previous">Position of the entry before it; 0 for the first of a silo.</param>
/// <param name="Format">The version of its bytes.</param>
internal readonly record struct JournalEntry(long Position, long Previous, int Format, ReadOnlyMemory<byte> Bytes);
