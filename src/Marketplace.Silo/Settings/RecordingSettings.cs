using Marketplace.Protocols.Recording;

namespace Marketplace.Silo.Settings;

/// <summary>How much of each transaction is recorded for the audit.</summary>
internal sealed class RecordingSettings
{
    public RecordingSettings(SettingsReader read)
    {
        var level = read.Choice(
            "Recording",
            ["off", "outcomes", "full"],
            "What is recorded of each transaction for the audit, in a file in Archive:Folder until the next reset. `outcomes`: how each "
            + "attempt ended (/audit/history). `full`: in addition, each version of each object that it read or made, each event of "
            + "each stock item (/audit/stock-events), what becomes of the events between services (/audit/events), each update of a "
            + "product (/audit/product-updates), and what carts apply and read of them (/audit/replica-applies, /audit/replica-reads). "
            + "In a cluster, any silo shows what all have recorded.");
        Level = Enum.Parse<RecordingLevel>(level, ignoreCase: true);
        Folder = read.Folder(
            "Recording:Folder",
            "The folder for a record of transactions that outlives a killed silo. The next silo continues it, and continues the "
            + "versions of the states, which are stored with the states. Use one folder for one database; the silos of a cluster share "
            + "it. It needs `Recording`, and `Storage` `postgres`. Empty: the record is lost with the silo.");
    }

    public RecordingLevel Level { get; }

    /// <summary>Folder of a record that outlives the silo; empty for one that goes with it.</summary>
    public string Folder { get; }

    public void Check(StorageSettings storage)
    {
        if (Folder.Length > 0 && (Level == RecordingLevel.Off || storage.States is null))
        {
            throw new SettingException(
                $"The setting Marketplace:Recording:Folder has the value '{Folder}', which needs Marketplace:Recording 'outcomes' or 'full', and "
                + $"Marketplace:Storage '{StorageSettings.Postgres}': what is recorded of states that go with the silo is worth nothing without "
                + "them.");
        }
    }
}
