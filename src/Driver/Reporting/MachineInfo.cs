namespace Marketplace.Driver.Reporting;

/// <summary>The machine of a run.</summary>
/// <param name="OperatingSystem">Name and version.</param>
/// <param name="Processor">Model of the processor.</param>
/// <param name="Cores">Cores that this process may use.</param>
/// <param name="MemoryMiB">Memory that this process may use, in MiB.</param>
/// <param name="Runtime">.NET version.</param>
internal sealed record MachineInfo(string OperatingSystem, string Processor, int Cores, long MemoryMiB, string Runtime);
