using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Marketplace.Audit.Spilling;

/// <summary>
/// Sorts any number of small records in bounded memory: full buffers are sorted and spilled to a temporary file, and merged when they
/// are read. The file vanishes with the sorter.
/// </summary>
/// <typeparam name="T">The record, without references.</typeparam>
internal sealed class SpillSorter<T> : IDisposable
    where T : unmanaged
{
    private const int MergeBytes = 64 << 10;

    private readonly Comparison<T> _order;
    private readonly int _capacity;
    private readonly string _folder;
    private readonly List<T> _buffer = [];
    private readonly List<(long Start, long Count)> _runs = [];
    private FileStream? _file;
    private bool _isSorted;

    /// <summary>Makes an empty sorter.</summary>
    /// <param name="order">The order to read in.</param>
    /// <param name="bufferBytes">Memory to fill before it spills.</param>
    /// <param name="folder">Where to spill; the folder for temporary files, if not said.</param>
    public SpillSorter(Comparison<T> order, int bufferBytes = 8 << 20, string? folder = null)
    {
        _folder = folder ?? Path.GetTempPath();
        _order = order;
        _capacity = Math.Max(1, bufferBytes / Unsafe.SizeOf<T>());
    }

    /// <summary>Records added.</summary>
    public long Count { get; private set; }

    /// <exception cref="IOException">The folder is full or not writable.</exception>
    public void Add(in T record)
    {
        if (_buffer.Count == _capacity)
            Spill();
        _buffer.Add(record);
        Count++;
    }

    /// <summary>Reads all records in order, as often as wanted. Nothing is added after that.</summary>
    public IEnumerable<T> Sorted()
    {
        if (!_isSorted)
            SortBuffer();
        _isSorted = true;
        return _runs.Count == 0 ? _buffer : Merge();
    }

    /// <summary>Drops the records and the file.</summary>
    public void Dispose()
    {
        _buffer.Clear();
        _buffer.TrimExcess();
        _file?.Dispose();
    }

    private void Spill()
    {
        _file ??= new FileStream(
            Path.Combine(_folder, Path.GetRandomFileName()),
            FileMode.CreateNew,
            FileAccess.ReadWrite,
            FileShare.None,
            bufferSize: 0,
            FileOptions.DeleteOnClose);
        SortBuffer();
        _runs.Add((_file.Position, _buffer.Count));
        _file.Write(MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_buffer)));
        _buffer.Clear();
    }

    private void SortBuffer() => CollectionsMarshal.AsSpan(_buffer).Sort(_order);

    private IEnumerable<T> Merge()
    {
        var heads = new PriorityQueue<IEnumerator<T>, T>(Comparer<T>.Create(_order));
        try
        {
            foreach (var run in _runs.Select(run => Read(run.Start, run.Count)).Append(_buffer))
            {
                var records = run.GetEnumerator();
                if (records.MoveNext())
                    heads.Enqueue(records, records.Current);
                else
                    records.Dispose();
            }

            while (heads.TryPeek(out var records, out var record))
            {
                yield return record;
                heads.Dequeue();
                if (records.MoveNext())
                    heads.Enqueue(records, records.Current);
                else
                    records.Dispose();
            }
        }
        finally
        {
            while (heads.TryDequeue(out var records, out _))
                records.Dispose();
        }
    }

    private IEnumerable<T> Read(long start, long count)
    {
        var buffer = new T[Math.Max(1, MergeBytes / Unsafe.SizeOf<T>())];
        var (position, left) = (start, count);
        while (left > 0)
        {
            var length = (int)Math.Min(left, buffer.Length);
            position += Fill(position, MemoryMarshal.AsBytes(buffer.AsSpan(0, length)));
            left -= length;
            for (var i = 0; i < length; i++)
                yield return buffer[i];
        }
    }

    private int Fill(long position, Span<byte> bytes)
    {
        _file!.Position = position;
        _file.ReadExactly(bytes);
        return bytes.Length;
    }
}
