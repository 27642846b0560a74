namespace Marketplace.Driver.Measurement;

/// <summary>What a process has used so far.</summary>
internal readonly record struct ProcessUsage(TimeSpan Cpu, long ResidentBytes)
{
    /// <summary>What this process has used.</summary>
    public static ProcessUsage OfDriver() => new(Environment.CpuUsage.TotalTime, Environment.WorkingSet);
}

/// <summary>What a server that the driver started has used so far.</summary>
/// <param name="Usage">What it has used; null where unknown.</param>
internal readonly record struct ServerUsage(string Name, ProcessUsage? Usage);
