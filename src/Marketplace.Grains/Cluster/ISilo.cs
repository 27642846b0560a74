using Marketplace.Grains.Cart;
using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>What the silos of a cluster do for each other: what is not in the state of a grain is with one silo alone.</summary>
/// <exception cref="SiloLostException">Any of them: the silo does not answer.</exception>
internal interface ISilo
{
    /// <summary>Its name, which is no other silo's.</summary>
    string Name { get; }

    /// <summary>Keeps new operations out, and waits until those under way have ended. Twice for one token is once.</summary>
    /// <returns>Null, or why it did not come to that; then it is not quiesced.</returns>
    Task<string?> Quiesce(QuiesceToken token);

    /// <summary>Lets operations begin again. Does nothing if it is not quiesced for that token.</summary>
    Task Resume(QuiesceToken token);

    /// <summary>
    /// Drops what is its own: the records of its archive, unless all silos share one, the memory of its payment provider, the history, the audit
    /// log with what waits for it here, and the results of operations that nobody has collected.
    /// </summary>
    /// <param name="ingestedToo">Whether ingested records go too.</param>
    /// <returns>When it is gone.</returns>
    Task Forget(bool ingestedToo);

    /// <summary>Lists the grains whose states it keeps, in the order of their identities.</summary>
    /// <param name="after">Where to go on; null to begin.</param>
    /// <returns>The next ones.</returns>
    Task<KeyPage> Keys(string stateName, GrainId? after);

    /// <summary>Reads what it has archived, in the order in which it was.</summary>
    /// <param name="name">Name of the kind of record.</param>
    /// <param name="filter">Which records.</param>
    /// <param name="from">Where to go on.</param>
    /// <returns>The next ones.</returns>
    Task<LinePage> ReadArchive(string name, KeyFilter filter, ArchivePosition from);

    /// <summary>Waits until it holds nothing back of the audit log, which all silos share.</summary>
    /// <returns>When that is so.</returns>
    Task FlushLog();

    /// <summary>Finds the sessions of carts that were noticed to be abandoned last, among those that it has archived.</summary>
    /// <param name="max">How many at most.</param>
    /// <returns>The newest first.</returns>
    Task<AbandonedSessions> Abandoned(int max);

    /// <summary>Tells where it records transactions. To be asked only of silos that do.</summary>
    Task<RecordInfo> Record();

    /// <summary>Reads what it has recorded of transactions since it started or was reset, in the order in which it did.</summary>
    /// <param name="from">Where to go on; 0 to begin.</param>
    /// <returns>The next ones.</returns>
    Task<RecordPage> ReadRecord(long from);

    /// <summary>Lists the versions in which it keeps objects.</summary>
    /// <param name="after">Where to go on; null to begin.</param>
    /// <returns>The next ones.</returns>
    Task<VersionPage> ReadVersions(ObjectVersion? after);

    /// <summary>Tells what it has given to each service.</summary>
    /// <returns>A record for each of them.</returns>
    Task<SiloPlacement> Placement();
}
