using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Marketplace.Grains.Recording;

/// <summary>
/// Records that outlive a killed silo: a file a start, of which each record is handed to the system before its client is answered. What the
/// machine itself loses when it stops is not kept: a record is no commit. The silos of a cluster have their files in one folder.
/// </summary>
/// <remarks>
/// A record: its length, four bytes, the lowest first; then its bytes. The last one of a start may be cut off: nobody was answered.
/// </remarks>
internal sealed class KeptLog : IHistoryLog
{
    private const string Prefix = "history-";
    private const string GoneFile = "gone-before-reset";
    private const int ReadBytes = 256 * 1024;

    private readonly Lock _lock = new();
    private readonly string _folder;
    private readonly SafeFileHandle _own;
    private readonly bool _isAlone;
    private long _length;

    /// <summary>Begins the file of this start.</summary>
    /// <param name="folder">The folder of all starts on the same states; made if it is not there.</param>
    /// <param name="silo">The name of this start of a silo among those of its cluster; null for a silo alone.</param>
    /// <exception cref="IOException">The file can't be made.</exception>
    public KeptLog(string folder, string? silo = null)
    {
        (_folder, _isAlone) = (folder, silo is null);
        try
        {
            Directory.CreateDirectory(folder);
            var last = Files().Select(NumberOf).DefaultIfEmpty(0).Max();
            FileName = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{last + 1:000000}{(silo is null ? "" : EndOf(silo))}");
            _own = File.OpenHandle(PathOf(FileName), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new IOException(
                $"The record of transactions can't be kept in {folder} (setting Marketplace:Recording:Folder): {exception.Message}");
        }
    }

    public bool OutlivesSilo => true;

    public ImmutableHashSet<string>? GoneBefore =>
        !_isAlone && File.Exists(PathOf(GoneFile)) ? [.. File.ReadAllLines(PathOf(GoneFile))] : null;

    public string FileName { get; }

    /// <summary>How the name of the file of a silo's start ends.</summary>
    public static string EndOf(string silo) => $"-{silo.Replace(':', '_')}";

    public void Append(ReadOnlySpan<byte> record)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(sizeof(int) + record.Length);
        try
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes, record.Length);
            record.CopyTo(bytes.AsSpan(sizeof(int)));
            lock (_lock)
            {
                RandomAccess.Write(_own, bytes.AsSpan(0, sizeof(int) + record.Length), _length);
                _length += sizeof(int) + record.Length;
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    public IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(long from)
    {
        long end;
        lock (_lock)
        {
            end = _length;
        }

        return Read(FileName, from, end);
    }

    public ImmutableArray<string> Earlier(IEnumerable<string> living)
    {
        var all = Files();
        var others = living.ToHashSet(StringComparer.Ordinal);
        return others.Except(all).FirstOrDefault() is { } missing
            ? throw new IOException($"The record {missing} of a silo is not in {_folder}: the silos of a cluster need one folder for it.")
            : [.. all.Where(file => file != FileName && !others.Contains(file))];
    }

    public IEnumerable<ReadOnlyMemory<byte>> ReadEarlier(string fileName) => Read(fileName, 0).Select(static read => read.Record);

    public void Clear()
    {
        lock (_lock)
        {
            if (_isAlone)
                DropEarlier([], []);

            RandomAccess.SetLength(_own, 0);
            _length = 0;
        }
    }

    public void DropEarlier(IEnumerable<string> living, ImmutableArray<string> gone)
    {
        if (!_isAlone)
            KeepGone(gone);

        foreach (var file in Earlier(living))
        {
            // A silo that was paused and declared dead has its file still.
            if (_isAlone || gone.Any(silo => file.EndsWith(EndOf(silo), StringComparison.Ordinal)) || !IsInUse(file))
                File.Delete(PathOf(file));
        }
    }

    public void Dispose() => _own.Dispose();

    private IEnumerable<(ReadOnlyMemory<byte> Record, long Next)> Read(string fileName, long from, long? end = null)
    {
        using var file = new FileStream(
            PathOf(fileName), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, ReadBytes);
        var (header, record) = (new byte[sizeof(int)], Array.Empty<byte>());
        file.Position = from;
        var (position, to) = (from, end ?? file.Length);
        while (to - position >= header.Length)
        {
            file.ReadExactly(header);
            var length = BinaryPrimitives.ReadInt32LittleEndian(header);
            position += header.Length + length;
            if (position > to)
                yield break;

            record = record.Length < length ? new byte[length] : record;
            file.ReadExactly(record, 0, length);
            yield return (record.AsMemory(0, length), position);
        }
    }

    // Whole or not at all, whoever reads it meanwhile.
    private void KeepGone(ImmutableArray<string> gone)
    {
        var written = PathOf(GoneFile + ".new");
        File.WriteAllLines(written, gone);
        File.Move(written, PathOf(GoneFile), overwrite: true);
    }

    private string PathOf(string fileName) => Path.Combine(_folder, fileName);

    private ImmutableArray<string> Files() =>
        [.. Directory.GetFiles(_folder, Prefix + "*").Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    private static int NumberOf(string file) => int.Parse(file[Prefix.Length..].Split('-')[0], CultureInfo.InvariantCulture);

    // A silo that is starting has its file, and is no member yet.
    private bool IsInUse(string file)
    {
        try
        {
            using var only = new FileStream(PathOf(file), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }
}
