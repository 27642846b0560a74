using Marketplace.Protocols.Storage;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>A lease that a test ends, as the others do with a silo that they have declared dead.</summary>
internal sealed class LeaseInHand : IWriterLease
{
    private volatile bool _isOver;

    public bool IsOver
    {
        set => _isOver = value;
    }

    public ValueTask Confirm() =>
        _isOver ? ValueTask.FromException(new StorageUnavailableException("The others may have ended it.")) : ValueTask.CompletedTask;
}
