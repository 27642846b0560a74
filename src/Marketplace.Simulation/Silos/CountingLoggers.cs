using Microsoft.Extensions.Logging;

namespace Marketplace.Simulation.Silos;

/// <summary>Counts what a silo logs, by the name of the text: branches of recovery log that they were taken.</summary>
internal sealed class CountingLoggers(Dictionary<string, long> counts) : ILoggerFactory
{
    public ILogger CreateLogger(string categoryName) => new Counter(counts, categoryName[(categoryName.LastIndexOf('.') + 1)..]);

    public void AddProvider(ILoggerProvider provider)
    {
    }

    public void Dispose()
    {
    }

    private sealed class Counter(Dictionary<string, long> counts, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            var name = $"{category}.{eventId.Name}";
            counts[name] = counts.GetValueOrDefault(name) + 1;
        }
    }
}
