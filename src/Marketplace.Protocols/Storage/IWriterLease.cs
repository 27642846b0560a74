namespace Marketplace.Protocols.Storage;

/// <summary>
/// Tells whether the grains of a silo are still its own. What it writes is refused once the others have ended it as a writer
/// (<see cref="ISiloFence"/>); of what it reads nobody but itself would notice.
/// </summary>
public interface IWriterLease
{
    /// <summary>For a silo that nobody declares dead.</summary>
    static IWriterLease Endless { get; } = new EndlessLease();

    /// <summary>Called before anybody is told what a grain of this silo knows, and nothing is stored that would be refused.</summary>
    /// <returns>When it is known that no grain of this silo had begun on another one when this was called.</returns>
    /// <exception cref="StorageUnavailableException">The others have ended this silo, or it can't be known in time.</exception>
    ValueTask Confirm();

    private sealed class EndlessLease : IWriterLease
    {
        public ValueTask Confirm() => ValueTask.CompletedTask;
    }
}
