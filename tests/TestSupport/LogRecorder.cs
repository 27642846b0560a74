using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Marketplace.TestSupport;

/// <summary>Keeps what is logged.</summary>
internal sealed class LogRecorder : ILoggerProvider, ILogger
{
    public ConcurrentQueue<string> Lines { get; } = [];

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        Lines.Enqueue(formatter(state, exception));

    public void Dispose()
    {
    }
}
