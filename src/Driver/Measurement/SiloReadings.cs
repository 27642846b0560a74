using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Measurement;

/// <summary>What the runtime of a silo has counted since it started, as its `/metrics` show; null where they do not say.</summary>
internal sealed record SiloReading
{
    /// <summary>When the silo started, in seconds since 1970: another value is another silo.</summary>
    public double? Started { get; private init; }

    /// <summary>Processor time, in seconds.</summary>
    public double? CpuSeconds { get; private init; }

    /// <summary>Resident memory.</summary>
    public double? ResidentBytes { get; private init; }

    /// <summary>Garbage collection pauses, in seconds.</summary>
    public double? GcPauseSeconds { get; private init; }

    /// <summary>Bytes allocated.</summary>
    public double? AllocatedBytes { get; private init; }

    /// <summary>Threads of the thread pool.</summary>
    public double? Threads { get; private init; }

    /// <summary>Work items that wait for one of them.</summary>
    public double? Queued { get; private init; }

    /// <summary>Reads them from metrics in the text format of Prometheus; values of one name are added up.</summary>
    public static SiloReading Parse(string metrics)
    {
        var reading = new SiloReading();
        foreach (var line in metrics.AsSpan().EnumerateLines())
        {
            var end = line.IndexOfAny('{', ' ');
            if (end <= 0 || line[0] == '#') continue;
            var rest = line[end] == '{' ? line[(line.LastIndexOf('}') + 1)..].Trim() : line[end..].Trim();
            var space = rest.IndexOf(' ');
            var number = space < 0 ? rest : rest[..space];
            if (!double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)) continue;
            reading = line[..end] switch
            {
                "marketplace_gateway_start_time_seconds" => reading with { Started = value },
                "dotnet_process_cpu_time_seconds_total" => reading with { CpuSeconds = (reading.CpuSeconds ?? 0) + value },
                "dotnet_process_memory_working_set_bytes" => reading with { ResidentBytes = value },
                "dotnet_gc_pause_time_seconds_total" => reading with { GcPauseSeconds = value },
                "dotnet_gc_heap_total_allocated_bytes_total" => reading with { AllocatedBytes = value },

                // .NET publishes these two as counters, though they rise and fall.
                "dotnet_thread_pool_thread_count" or "dotnet_thread_pool_thread_count_total" => reading with { Threads = value },
                "dotnet_thread_pool_queue_length" or "dotnet_thread_pool_queue_length_total" => reading with { Queued = value },
                _ => reading,
            };
        }

        return reading;
    }
}

/// <summary>
/// Reads the metrics of the silos once an interval, beside the load: an answer that is late holds up nothing, and the next one tells what
/// happened since. One thread uses it.
/// </summary>
/// <param name="read">Reads each silo; null for one that has no metrics or does not answer.</param>
internal sealed class SiloReadings(Func<Task<ImmutableArray<SiloReading?>>> read, TimeProvider time)
{
    private const double BytesPerMiB = 1 << 20;
    private const double MsPerSecond = 1e3;

    private readonly List<(long At, SiloReading Reading)?> _before = [];
    private Task _reading = Task.CompletedTask;
    private (long At, ImmutableArray<SiloReading?> Silos)? _answer;

    /// <summary>False while an answer is to come.</summary>
    public bool IsDone => _reading.IsCompleted;

    /// <summary>An interval ends, and the next one begins.</summary>
    /// <returns>False if the answer to the last reading is still to come: then this one is left out.</returns>
    public bool TryBegin()
    {
        if (!IsDone) return false;
        _reading = Read();
        return true;
    }

    /// <summary>Waits for the answers that are still to come.</summary>
    public Task Wait() => _reading;

    /// <summary>Takes what was read.</summary>
    /// <returns>The silos within the interval; empty if the answers have not come.</returns>
    public ImmutableArray<SiloLoad> Take()
    {
        if (!IsDone || _answer is not var (at, silos)) return [];
        _answer = null;
        var loads = ImmutableArray.CreateBuilder<SiloLoad>(silos.Length);
        for (var i = 0; i < silos.Length; i++)
        {
            if (_before.Count == i) _before.Add(null);
            loads.Add(silos[i] is { } now ? Load(_before[i], at, now) : new SiloLoad());
            if (silos[i] is { } reading) _before[i] = (at, reading);
        }

        return loads.ToImmutable();
    }

    private SiloLoad Load((long At, SiloReading Reading)? before, long at, SiloReading now)
    {
        // A service may lead to another silo than before, or the silo was started again: then nothing is known of the time between.
        var then = before is { } last && last.Reading.Started == now.Started ? last.Reading : new SiloReading();
        var seconds = before is { } earlier ? Math.Max(1e-3, time.GetElapsedTime(earlier.At, at).TotalSeconds) : 1;
        return new SiloLoad(
            (now.CpuSeconds - then.CpuSeconds) / seconds,
            now.ResidentBytes / BytesPerMiB,
            (now.GcPauseSeconds - then.GcPauseSeconds) * MsPerSecond / seconds,
            (now.AllocatedBytes - then.AllocatedBytes) / BytesPerMiB / seconds,
            now.Threads,
            now.Queued);
    }

    private async Task Read()
    {
        var silos = await read();
        _answer = (time.GetTimestamp(), silos);
    }
}
