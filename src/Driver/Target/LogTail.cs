namespace Marketplace.Driver.Target;

/// <summary>Writes a process's output to a file and remembers its last lines. Thread-safe.</summary>
internal sealed class LogTail(string path) : IDisposable
{
    private const int Remembered = 20;

    private readonly Lock _gate = new();
    private readonly Queue<string> _last = new();
    private readonly StreamWriter _file = new(path, append: false) { AutoFlush = true };
    private bool _isClosed;

    /// <summary>The last lines.</summary>
    public string Last
    {
        get
        {
            lock (_gate)
                return string.Join(Environment.NewLine, _last);
        }
    }

    /// <summary>Adds a line; null ends the output.</summary>
    public void Add(string? line)
    {
        if (line is null) return;
        lock (_gate)
        {
            if (_isClosed) return;
            _file.WriteLine(line);
            _last.Enqueue(line);
            if (_last.Count > Remembered) _last.Dequeue();
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isClosed = true;
            _file.Dispose();
        }
    }
}
