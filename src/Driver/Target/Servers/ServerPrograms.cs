using System.Globalization;

namespace Marketplace.Driver.Target.Servers;

/// <summary>Finds the programs of the servers: on the PATH, and where Debian puts PostgreSQL.</summary>
/// <param name="path">Folders to look in, as the variable PATH lists them.</param>
/// <param name="installations">Folder with a folder for each version of PostgreSQL.</param>
internal sealed class ServerPrograms(string path, string installations)
{
    private const string MongoProgram = "mongod";

    private readonly string[] _folders = path.Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>What this machine has. /usr/bin and /usr/sbin are looked into besides: PATH may be short in a service.</summary>
    public static ServerPrograms OfMachine() => new(
        string.Join(Path.PathSeparator, Environment.GetEnvironmentVariable("PATH"), "/usr/bin", "/usr/sbin"), "/usr/lib/postgresql");

    /// <summary>Folder of initdb and postgres: the first on the PATH that has both, else the newest version installed.</summary>
    /// <exception cref="ServersException">There is none.</exception>
    public string PostgresFolder() =>
        _folders.Concat(Versions()).FirstOrDefault(folder => HasBoth(folder))
        ?? throw Missing("PostgreSQL (initdb and postgres)", $"on the PATH or in {installations}", "postgresql");

    /// <summary>redis-server.</summary>
    /// <exception cref="ServersException">There is none.</exception>
    public string Redis() => Find("redis-server") ?? throw Missing("Redis (redis-server)", "on the PATH", "redis-server");

    /// <summary>Whether MongoDB is installed: Debian has no package of it.</summary>
    public bool HasMongo => Find(MongoProgram) is not null;

    /// <summary>mongod.</summary>
    /// <exception cref="ServersException">There is none.</exception>
    public string Mongo() => Find(MongoProgram) ?? throw new ServersException(
        $"The scenario's \"servers\" are \"launch\", and MongoDB ({MongoProgram}) is not on the PATH. "
        + "Install it, or name a running server: target.records.MongoDb=mongodb://host:port.");

    /// <summary>A program of util-linux, which starts a server apart from the terminal or as another user.</summary>
    /// <exception cref="ServersException">There is none.</exception>
    public string Tool(string name) => Find(name) ?? throw Missing(name, "on the PATH", "util-linux");

    private static bool HasBoth(string folder) => File.Exists(Path.Combine(folder, "initdb")) && File.Exists(Path.Combine(folder, "postgres"));

    private static ServersException Missing(string what, string where, string package) => new(
        $"The scenario's \"servers\" are \"launch\", and {what} is not installed: it is not {where}. "
        + $"Install it (Debian: apt-get install {package}), or name a running server in target.launch and leave out \"servers\".");

    private string? Find(string program) => _folders.Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists);

    private IEnumerable<string> Versions() =>
        (Directory.Exists(installations) ? Directory.GetDirectories(installations) : [])
            .OrderByDescending(folder => double.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var version) ? version : 0)
            .Select(folder => Path.Combine(folder, "bin"));
}

/// <summary>How a server is run.</summary>
/// <param name="StopSignal">What ends it at once: "QUIT".</param>
/// <param name="Line">Program and arguments. No passwords: other users can see them.</param>
internal sealed record ServerCommand(string Name, string Title, string Folder, string StopSignal, string[] Line);

/// <summary>The servers of a scenario can't be started on this machine (exit code 2). The message says what to install or to change.</summary>
internal sealed class ServersException(string message) : Exception(message);
