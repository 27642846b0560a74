using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Workload;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Load.Records;

/// <summary>The operations of YCSB.</summary>
internal enum YcsbOperation
{
    Read = 0,
    Update = 1,
    Insert = 2,
    Scan = 3,
    ReadModifyWrite = 4,
}

/// <summary>The operations of YCSB on a table, which the driver uses itself. Thread-safe.</summary>
internal sealed class YcsbWorkload : IWorkload
{
    private const int SequencesPerMillisecond = 20; // As a power of 2.
    private const int AuditReaders = 8;

    // In the order of YcsbOperation.
    private static readonly WorkloadOperation[] All =
    [
        new("read", IsRead: true), new("update", IsRead: false), new("insert", IsRead: false), new("scan", IsRead: true),
        new("readModifyWrite", IsRead: false),
    ];

    /// <summary>Prepares a workload.</summary>
    /// <param name="rows">Records of the seed.</param>
    public YcsbWorkload(Scenario scenario, IUserTable table, int rows, TimeProvider time)
    {
        var settings = scenario.Workload.Ycsb;
        Settings = settings;
        Operations = OperationsOf(settings);
        Kinds = [.. KindsOf(settings)];
        var shares = settings.Shares();
        Mix = new AliasSampler([.. Kinds.Select(kind => shares[(int)kind])]);
        Keys = new YcsbKeys(settings.Keys, rows);
        Evidence = new FieldEvidence(rows);
        Table = table;
        Rows = rows;
        FirstSequence = time.GetUtcNow().ToUnixTimeMilliseconds() << SequencesPerMillisecond;
    }

    private volatile bool _hasFailedInserts;

    /// <summary>Those that have a share.</summary>
    public ImmutableArray<WorkloadOperation> Operations { get; }

    /// <summary>What each of the operations is.</summary>
    public ImmutableArray<YcsbOperation> Kinds { get; }

    public YcsbSettings Settings { get; }

    /// <summary>Records of the seed.</summary>
    public int Rows { get; }

    public IUserTable Table { get; }

    /// <summary>Picks the place of an operation.</summary>
    public AliasSampler Mix { get; }

    /// <summary>Picks records.</summary>
    public YcsbKeys Keys { get; }

    /// <summary>What the audit of the run goes by.</summary>
    public FieldEvidence Evidence { get; }

    /// <summary>Where writers begin to count their writes: no other run on the same data counts there.</summary>
    public long FirstSequence { get; }

    /// <summary>Those of all operations that have a share.</summary>
    public static ImmutableArray<WorkloadOperation> OperationsOf(YcsbSettings settings) => [.. KindsOf(settings).Select(kind => All[(int)kind])];

    /// <summary>Whether a record may be missing: an insert has failed, and the record is none of the seed.</summary>
    public bool MayBeMissing(long number) => _hasFailedInserts && number >= Rows;

    /// <summary>Notes how an insert ended.</summary>
    public void Inserted(long number, OutcomeClass outcome)
    {
        if (outcome != OutcomeClass.Committed) _hasFailedInserts = true;
        Keys.Ended(number);
        Evidence.Created(outcome);
    }

    public IWorkloadWorker CreateWorker(WorkerParts parts) => new YcsbWorker(new WorkerTools(parts), this);

    /// <summary>Reads the records whose writes are kept.</summary>
    /// <param name="read">Told each, with its fields; from several threads.</param>
    public Task ReadSampled(Action<long, string[]?> read, CancellationToken cancellationToken) => Parallel.ForEachAsync(
        Evidence.Sampled,
        new ParallelOptions { MaxDegreeOfParallelism = AuditReaders, CancellationToken = cancellationToken },
        async (number, _) => read(number, await Table.Read(UserData.Key(number))));

    private static IEnumerable<YcsbOperation> KindsOf(YcsbSettings settings) =>
        settings.Shares().Index().Where(share => share.Item > 0).Select(share => (YcsbOperation)share.Index);
}
