using System.Text;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Recording;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Marketplace.Grains.Tests.Recording;

/// <summary>Records that outlive the silo that made them.</summary>
public sealed class KeptLogTests : IDisposable
{
    private readonly string _folder = Path.Combine(Directory.CreateTempSubdirectory("kept-log-test-").FullName, "history");

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_folder)!, recursive: true);

    [Fact]
    public void The_next_start_reads_what_the_earlier_ones_recorded_and_where_it_began_itself()
    {
        Record("a", "b");
        Record();
        Assert.Equal(["a", "b", "", "", "c"], Record("c"));
    }

    // As a silo leaves it that is killed: without a proper end.
    [Fact]
    public void Each_record_is_in_the_file_when_it_is_added()
    {
        using var log = new KeptLog(_folder);
        log.Append("a"u8);
        Assert.Equal(["a", ""], Record());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(6)]
    public void A_record_that_a_kill_cut_off_is_none(int cut)
    {
        Record("first", "second");
        var file = Assert.Single(Directory.GetFiles(_folder));
        using (var bytes = File.Open(file, FileMode.Open))
        {
            bytes.SetLength(bytes.Length - cut);
        }

        Assert.Equal(["first", "", "third"], Record("third"));
    }

    [Fact]
    public void Records_of_any_length_come_back()
    {
        string[] records = [new('x', 600_000), .. Enumerable.Range(0, 100_000).Select(i => $"{i}"), new('y', 262_144), "z"];
        Record(records);
        Assert.Equal([.. records, "", "last"], Record("last"));
    }

    [Fact]
    public void A_reset_drops_what_earlier_starts_recorded_too()
    {
        Record("a");
        using (var log = new KeptLog(_folder))
        {
            log.Append("b"u8);
            log.Clear();
            log.Append("c"u8);
            Assert.Equal(["c"], Texts(log));
        }

        Assert.Equal(["c", ""], Record());
    }

    [Fact]
    public void In_the_export_a_start_is_a_record_of_its_own()
    {
        for (var start = 1; start <= 2; start++)
        {
            using var history = new HistorySpool(new KeptLog(_folder), new ObjectVersions(), NullLogger<HistorySpool>.Instance);
            var attempt = new AttemptLog($"t{start}", TransactionKind.Checkout, 1);
            attempt.Close(AttemptEnd.Committed, null, keepsAccesses: true);
            history.Add(attempt);
            Assert.Equal(
                start == 1 ? [("checkout", "t1")] : [("checkout", "t1"), ("start", ""), ("checkout", "t2")],
                history.Read().Select(static (TransactionExport record) => (record.Kind, record.Tid)));
        }
    }

    [Fact]
    public void Silos_of_a_cluster_have_their_files_in_one_folder()
    {
        using var first = new KeptLog(_folder, "10.0.0.1:11111@7");
        using var second = new KeptLog(_folder, "10.0.0.2:11111@7");
        first.Append("a"u8);
        second.Append("b"u8);
        using (var killed = new KeptLog(_folder, "10.0.0.3:11111@7"))
        {
            killed.Append("c"u8);
        }

        Assert.Equal(["a"], first.Read(0).Select(static read => Text(read.Record)));
        var earlier = Assert.Single(first.Earlier([second.FileName]));
        Assert.EndsWith(KeptLog.EndOf("10.0.0.3:11111@7"), earlier, StringComparison.Ordinal);
        Assert.Equal(["c"], first.ReadEarlier(earlier).Select(Text));
        var missing = Assert.Throws<IOException>(() => first.Earlier(["history-000009-10.0.0.4_11111@7"]));
        Assert.Contains("one folder", missing.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void In_a_cluster_a_reset_drops_the_files_of_silos_that_have_ended_and_no_others()
    {
        using var first = new KeptLog(_folder, "10.0.0.1:11111@7");
        using var second = new KeptLog(_folder, "10.0.0.2:11111@7");
        using var starting = new KeptLog(_folder, "10.0.0.3:11111@7");
        new KeptLog(_folder, "10.0.0.4:11111@7").Dispose();
        first.Append("a"u8);
        second.Append("b"u8);
        starting.Append("c"u8);
        first.Clear();
        first.DropEarlier([second.FileName], []);
        first.Append("d"u8);
        Assert.Equal(["d"], first.Read(0).Select(static read => Text(read.Record)));
        Assert.Equal(["b"], second.Read(0).Select(static read => Text(read.Record)));
        Assert.Equal([starting.FileName], first.Earlier([second.FileName]));
    }

    /// <summary>Its process may go on for a while and hold its file.</summary>
    [Fact]
    public void In_a_cluster_a_reset_drops_the_file_of_a_silo_that_was_declared_dead_and_tells_later_ones_that_it_was_gone()
    {
        const string dead = "10.0.0.2:11111@7";
        using var first = new KeptLog(_folder, "10.0.0.1:11111@7");
        using var zombie = new KeptLog(_folder, dead);
        zombie.Append("a"u8);
        Assert.Null(first.GoneBefore);

        first.DropEarlier([], [dead]);

        zombie.Append("b"u8);
        using var next = new KeptLog(_folder, "10.0.0.3:11111@7");
        Assert.Equal([first.FileName], next.Earlier([]));
        Assert.Equal([dead], next.GoneBefore!);
        next.DropEarlier([first.FileName], []);
        Assert.Empty(first.GoneBefore!);
    }

    // What a start reads after it has recorded some.
    private List<string> Record(params string[] records)
    {
        using var log = new KeptLog(_folder);
        foreach (var record in records)
            log.Append(Encoding.UTF8.GetBytes(record));

        return Texts(log);
    }

    private static List<string> Texts(KeptLog log) =>
    [
        .. log.Earlier([]).SelectMany(file => log.ReadEarlier(file).Select(Text).Append("")),
        .. log.Read(0).Select(static read => Text(read.Record)),
    ];

    private static string Text(ReadOnlyMemory<byte> record) => Encoding.UTF8.GetString(record.Span);
}
