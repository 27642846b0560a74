using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.AuditLogging;

/// <summary>Whether the audit log has room for what a transaction would leave in it.</summary>
public interface ILogRoom
{
    /// <summary>Refuses, before it begins, a transaction whose records would have to wait.</summary>
    /// <exception cref="StorageUnavailableException">The database has been away for so long that what waits for it fills its room.</exception>
    void MakeSureOfRoom();
}
