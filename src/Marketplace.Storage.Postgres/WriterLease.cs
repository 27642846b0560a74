using Marketplace.Protocols.Storage;

namespace Marketplace.Storage.Postgres;

/// <summary>
/// A lease that a silo of a cluster gives itself (Gray and Cheriton, SOSP 1989): it asks the storage whether it still is a writer, and takes that for
/// granted for a while. Who ends a writer waits for as long before its grains begin elsewhere (<see cref="PostgresFence"/>).
/// </summary>
/// <param name="ask">Asks the storage, and fails if it says no.</param>
internal sealed class WriterLease(Func<Task> ask, TimeProvider time) : IWriterLease
{
    /// <summary>How long an answer of the storage counts.</summary>
    public static readonly TimeSpan Duration = TimeSpan.FromSeconds(1);

    /// <summary>How long who ends a writer waits: longer, as no two clocks go alike.</summary>
    public static readonly TimeSpan Wait = TimeSpan.FromSeconds(1.1);

    // Asked again so early that nobody waits as long as something is read all the time.
    private static readonly TimeSpan Fresh = Duration / 2;

    private readonly Lock _lock = new();
    private long? _confirmed;
    private Task _asking = Task.CompletedTask;

    public ValueTask Confirm()
    {
        lock (_lock)
        {
            var age = Age;
            if (age >= Fresh && _asking.IsCompleted)
                _asking = Ask();

            return age < Duration ? ValueTask.CompletedTask : new(ConfirmSince(time.GetTimestamp()));
        }
    }

    private TimeSpan Age => _confirmed is { } confirmed ? time.GetElapsedTime(confirmed) : TimeSpan.MaxValue;

    // The silo may be paused while it waits: then an answer to what was asked before is worth nothing any more.
    private async Task ConfirmSince(long called)
    {
        while (true)
        {
            Task asking;
            lock (_lock)
            {
                if (_confirmed >= called || Age < Duration)
                    return;

                if (_asking.IsCompleted)
                    _asking = Ask();

                asking = _asking;
            }

            await asking;
        }
    }

    // It counts from when it was asked: who ends this writer after that waits from then on.
    private async Task Ask()
    {
        var asked = time.GetTimestamp();
        await Task.Yield();
        await ask();
        lock (_lock)
        {
            _confirmed = asked;
        }
    }
}
