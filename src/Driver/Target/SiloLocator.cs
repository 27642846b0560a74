using System.Net;
using System.Net.Sockets;

namespace Marketplace.Driver.Target;

/// <summary>Finds the silo that was built with the driver, and a port for it.</summary>
internal static class SiloLocator
{
    private const string Silo = "Marketplace.Silo";

    /// <summary>
    /// The silo's program: artifacts/{engine}/bin/Marketplace.Silo/{configuration}/, beside the folder that this driver runs from.
    /// </summary>
    /// <param name="driverFolder">Folder of the driver's program.</param>
    /// <exception cref="TargetException">It is not there.</exception>
    public static string Find(string driverFolder)
    {
        var folder = new DirectoryInfo(Path.TrimEndingDirectorySeparator(driverFolder));
        var program = Path.Combine(folder.Parent?.Parent?.FullName ?? "", Silo, folder.Name, $"{Silo}.dll");
        return File.Exists(program)
            ? program
            : throw new TargetException($"There is no silo at {program}. Build src/{Silo}, or name one with --target URL.");
    }

    /// <summary>A loopback port that is free now.</summary>
    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
