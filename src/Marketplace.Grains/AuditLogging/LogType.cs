namespace Marketplace.Grains.AuditLogging;

/// <summary>What the audit log holds (spec §4).</summary>
internal enum LogType
{
    /// <summary>An order that is concluded, or whose payment failed.</summary>
    Order = 0,

    /// <summary>A payment.</summary>
    Payment = 1,

    /// <summary>A concluded shipment.</summary>
    Shipment = 2,

    /// <summary>A seller's entries of a concluded order.</summary>
    Entry = 3,
}
