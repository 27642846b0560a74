namespace Marketplace.Storage.Postgres.Writing;

/// <summary>The state of one grain, of which a batch writes the newest that entered it.</summary>
internal interface IBatchedState
{
    /// <summary>The service whose state it is.</summary>
    string Service { get; }

    /// <summary>The grain.</summary>
    long Grain { get; }

    /// <summary>Why it can't be written any more; null if it can.</summary>
    Exception? Failure { get; }

    /// <summary>Nothing more enters the batch: adds what has to be written, if it is anything.</summary>
    void AddRow(Batch batch);

    /// <summary>It was not written: the activation must not go on with a state that is not stored.</summary>
    void Break(Exception exception);
}
