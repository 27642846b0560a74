using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Journaling;

namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of a grain, as a transaction left it.</summary>
internal sealed class WrittenState<TState>(PostgresStateStore<TState> store, TState state, long number) : IWritePart
    where TState : class, new()
{
    public IBatchedState State => store;

    public void AddTo(Batch batch) => store.AddTo(batch, state, number);
}

/// <summary>The state of a grain of this silo as another silo stores it.</summary>
/// <param name="row">Null if it is empty, and nothing is stored.</param>
/// <param name="number">Number of its version, 0 for none; null if that is stored already.</param>
internal sealed class PreparedState(string service, long grain, StateRow? row, long? number) : IWritePart
{
    /// <summary>The version that it has when it is stored; 0 if it is not.</summary>
    public long Version => row?.Next ?? 0;

    public void AddTo(Batch batch)
    {
        if (row is not null)
            batch.Of(service).Write(row);

        if (number is { } kept)
            batch.Of(service).Number(grain, kept);
    }
}

/// <summary>What a grain of another silo does in a transaction of this one.</summary>
/// <exception cref="InvalidDataException">It can't be read.</exception>
internal sealed class ForeignWriteSet(WriteSet part) : IWritePart
{
    private readonly List<ServiceBatch> _content = JournalFormat.Read(part.Content);

    public long Writer => part.Writer;

    public void AddTo(Batch batch)
    {
        foreach (var service in _content)
        {
            batch.Of(service.Service).Add(service, part.Version);
            batch.Size += service.States.Count + 1;
        }
    }
}

/// <summary>One part of an atomic write.</summary>
internal interface IWritePart
{
    /// <summary>The state that it writes; null if it writes something else.</summary>
    IBatchedState? State => null;

    /// <summary>Number of the writer of another silo that may still write when this is stored; 0 if that does not matter.</summary>
    long Writer => 0;

    /// <summary>Goes into a batch, with all other parts of its atomic write.</summary>
    void AddTo(Batch batch);
}

/// <summary>What is done to a record.</summary>
internal enum StateRowKind
{
    /// <summary>There is none yet.</summary>
    Made,

    /// <summary>There is one.</summary>
    Changed,

    /// <summary>There shall be none.</summary>
    Cleared,

    /// <summary>There is one, and it was gone in between: none of its items stay.</summary>
    Replaced,
}

/// <summary>What a batch does to the record of one state.</summary>
/// <param name="Version">The version that the record must have; of one that is made, the version that it gets.</param>
/// <param name="Set">Items that are new or replaced.</param>
/// <param name="State">Whose state it is; null if nobody waits for it.</param>
internal sealed record StateRow(
    long Grain,
    StateRowKind Kind,
    long Version,
    byte[] Document,
    (string Part, long Id, byte[] Document)[] Set,
    (string Part, long Id)[] Removed,
    IBatchedState? State)
{
    /// <summary>The version that the record has afterwards.</summary>
    public long Next { get; init; } = Kind == StateRowKind.Made ? Version : Version + 1;

    /// <summary>Whether the items that are there go before others come.</summary>
    public bool ClearsItems => Kind is StateRowKind.Cleared or StateRowKind.Replaced;
}

/// <summary>A step of a saga, or its end.</summary>
/// <param name="write">Writes it, JSON; null for its end.</param>
/// <param name="decider">Number of the writer of another silo that decides the saga; 0 if this one does.</param>
internal sealed class WrittenStep(string service, long saga, long grain, long number, Func<byte[]>? write, long decider = 0) : IWritePart
{
    private byte[]? _record;

    public long Writer => decider;

    public void AddTo(Batch batch)
    {
        batch.Of(service).Write(saga, grain, number, write is null ? null : () => _record ??= write());
        batch.Size++;
    }
}
