namespace Marketplace.Driver.Reporting;

/// <summary>What one process used during the measurement.</summary>
/// <param name="CpuSeconds">Processor time, in seconds.</param>
/// <param name="CpuMicrosecondsPerRequest">Processor time an HTTP request, in microseconds.</param>
/// <param name="PeakMiB">Largest resident memory, in MiB.</param>
/// <param name="MeanMiB">Mean resident memory, in MiB.</param>
/// <param name="GcPauseMs">Sum of garbage collection pauses, in milliseconds; null where unknown.</param>
internal sealed record ProcessSummary(
    double CpuSeconds,
    double CpuMicrosecondsPerRequest,
    double PeakMiB,
    double MeanMiB,
    double? GcPauseMs);
