using System.Globalization;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// Reads again and again how many methods the target and the driver have compiled, beside the load: while their compilers work, they still
/// get faster. One thread uses it.
/// </summary>
/// <param name="read">Reads how many since they started; null where that is not known.</param>
internal sealed class CompilerReadings(Func<Task<long?>> read)
{
    // A counter of .NET itself.
    private const string CompiledMethods = "dotnet_jit_compiled_methods_total ";

    private Task _reading = Task.CompletedTask;
    private long? _count;
    private long? _last;

    /// <summary>Reads it from metrics in the text format of Prometheus.</summary>
    /// <returns>Methods compiled since the process started; null if they do not say.</returns>
    public static long? Parse(string metrics) =>
        Array.Find(metrics.Split('\n'), static line => line.StartsWith(CompiledMethods, StringComparison.Ordinal)) is { } line
            && long.TryParse(line.AsSpan(CompiledMethods.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                ? count
                : null;

    /// <summary>Takes what has been read since the last call, and reads again.</summary>
    /// <returns>Methods compiled since the reading before; null if none has come, or it is not known.</returns>
    public long? Next()
    {
        if (!_reading.IsCompleted) return null;
        var compiled = _count - _last;
        _last = _count ?? _last;
        _reading = Read();
        return compiled;
    }

    private async Task Read() => _count = await read();
}
