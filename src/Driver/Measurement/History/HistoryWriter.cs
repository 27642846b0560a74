using System.Text;
using Marketplace.Audit.History;

namespace Marketplace.Driver.Measurement.History;

/// <summary>
/// Writes the driver's history to a spool file, so that memory does not grow with the run. Each worker appends through a
/// <see cref="HistoryBuffer"/> of its own; a full buffer is handed in under a lock.
/// </summary>
internal sealed class HistoryWriter : IDisposable
{
    /// <summary>All buffers together stay below this, however many workers there are.</summary>
    private const int BufferBudget = 8 << 20;

    private readonly Lock _gate = new();
    private readonly Stream _file;
    private readonly int _bufferSize;
    private readonly long _origin;

    /// <summary>Creates the file; an old one is replaced.</summary>
    /// <param name="run">Run id, the first part of every tid.</param>
    /// <param name="workers">Number of buffers that will be asked for.</param>
    /// <exception cref="IOException">The file can't be written.</exception>
    public HistoryWriter(string path, string run, HistoryClock clock, int workers)
        : this(Open(path), run, clock, workers)
    {
    }

    /// <summary>Writes into a stream.</summary>
    /// <param name="file">The stream; disposed of with the writer.</param>
    /// <param name="run">Run id, the first part of every tid.</param>
    /// <param name="workers">Number of buffers that will be asked for.</param>
    /// <exception cref="IOException">The file can't be written.</exception>
    public HistoryWriter(Stream file, string run, HistoryClock clock, int workers)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(workers);
        _bufferSize = Math.Clamp(BufferBudget / workers, 2 * RecordFormat.Longest, 64 << 10);
        _origin = clock.Ticks;
        _file = file;
        using var head = new BinaryWriter(_file, Encoding.UTF8, leaveOpen: true);
        head.Write(RecordFormat.Magic);
        head.Write(clock.Ticks);
        head.Write(clock.Utc.UtcTicks);
        head.Write(clock.Frequency);
        head.Write(run);
    }

    /// <summary>Told once if records could not be written, and why: nothing more is written then.</summary>
    public Action<string> Failed { get; init; } = static _ => { };

    /// <summary>Why records could not be written; null if all could.</summary>
    public string? Problem { get; private set; }

    /// <summary>Creates the file; an old one is replaced.</summary>
    /// <exception cref="IOException">It can't be created.</exception>
    public static Stream Open(string path) => new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);

    /// <param name="worker">Its number, from 0.</param>
    public HistoryBuffer CreateBuffer(int worker) => new(this, worker, _bufferSize, _origin);

    /// <summary>Appends whole records.</summary>
    internal void Append(ReadOnlySpan<byte> records)
    {
        lock (_gate)
        {
            if (Problem is not null) return;
            try
            {
                _file.Write(records);
                return;
            }
            catch (IOException error)
            {
                // A full disk must not cost what the workers hold in memory.
                Problem = error.Message.TrimEnd('.');
            }
        }

        Failed(Problem);
    }

    /// <summary>Closes the file. Every buffer has been flushed by its worker before.</summary>
    public void Dispose() => _file.Dispose();
}
