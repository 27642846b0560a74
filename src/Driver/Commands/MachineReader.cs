using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Commands;

/// <summary>Says what the driver runs on, and how it was built.</summary>
internal static class MachineReader
{
    private const string ProcessorFile = "/proc/cpuinfo";

    /// <summary>True if the driver was built without optimisation: its measurements are worth nothing.</summary>
    public static bool IsDebugBuild =>
        typeof(MachineReader).Assembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled == true;

    /// <summary>Version of the driver.</summary>
    public static string Version =>
        typeof(MachineReader).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";

    public static MachineInfo Read() => new(
        RuntimeInformation.OSDescription,
        Processor(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes >> 20,
        RuntimeInformation.FrameworkDescription);

    private static string Processor()
    {
        var model = File.Exists(ProcessorFile)
            ? File.ReadLines(ProcessorFile).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return model is null
            ? RuntimeInformation.ProcessArchitecture.ToString()
            : model[(model.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
    }
}
