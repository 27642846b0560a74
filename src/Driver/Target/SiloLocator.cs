using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Marketplace.Driver.Target;

/// <summary>Finds the silo that was built with the driver, and a port for it.</summary>
internal static class SiloLocator
{
    private const string Silo = "Marketplace.Silo";
    private const string Records = "Marketplace.Records";

    /// <summary>The silo's program.</summary>
    /// <param name="named">A path to it; null for the one that was built with the driver.</param>
    /// <exception cref="TargetException">It is not there.</exception>
    public static string Find(string driverFolder, string? named)
    {
        if (named is null)
            return Find(driverFolder);
        var program = Path.GetFullPath(named);
        return File.Exists(program)
            ? program
            : throw new TargetException($"There is no silo at {program}, which target.silo names. It is a path to a {Silo}.dll.");
    }

    /// <summary>
    /// The silo's program: artifacts/bin/Marketplace.Silo/{configuration}/, beside the folder that this driver runs from, or the folder silo
    /// in it, where the driver was installed.
    /// </summary>
    /// <exception cref="TargetException">It is not there.</exception>
    public static string Find(string driverFolder) => Find(driverFolder, "silo", Silo)
        ?? throw new TargetException($"There is no silo at {Built(driverFolder, Silo)}. Build src/{Silo}, or name one with --target URL.");

    /// <summary>The program of the record service, which lies as the silo's does.</summary>
    /// <exception cref="TargetException">It is not there.</exception>
    public static string FindRecords(string driverFolder) => Find(driverFolder, "records", Records)
        ?? throw new TargetException($"There is no record service at {Built(driverFolder, Records)}. Build src/{Records}.");

    private static string? Find(string driverFolder, string installation, string name)
    {
        var folder = new DirectoryInfo(Path.TrimEndingDirectorySeparator(driverFolder));
        string[] programs = [Path.Combine(folder.FullName, installation, $"{name}.dll"), Built(driverFolder, name)];
        return Array.Find(programs, File.Exists);
    }

    private static string Built(string driverFolder, string name)
    {
        var folder = new DirectoryInfo(Path.TrimEndingDirectorySeparator(driverFolder));
        return Path.Combine(folder.Parent?.Parent?.FullName ?? "", name, folder.Name, $"{name}.dll");
    }

    /// <summary>
    /// A loopback port that is free now, and not one of those that systems give to outgoing connections (from 32,768 on): one of these
    /// could take it before the server does, or while that is away.
    /// </summary>
    public static int FreePort()
    {
        while (true)
        {
            using var listener = new TcpListener(IPAddress.Loopback, RandomNumberGenerator.GetInt32(10_000, 32_000));
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException exception) when (exception.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // Somebody has it: another one.
            }
        }
    }
}
