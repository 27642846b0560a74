using System.Net;

namespace Marketplace.Silo.Settings;

/// <summary>How silos find each other.</summary>
internal sealed class ClusterSettings
{
    public const string None = "none";
    public const string Localhost = "localhost";
    public const string Redis = "redis";
    public const string Postgres = "postgres";

    public ClusterSettings(SettingsReader read)
    {
        Provider = read.Choice(
            "Cluster:Provider",
            [None, Localhost, Redis, Postgres],
            "Where the silos of a cluster find each other (docs/engines.md). `none`: there is one silo, alone. `localhost`: in the "
            + "memory of the first silo, for one machine. `redis`, `postgres`: on a server. Other values than `none` need `Engine` "
            + "`orleans`.");

        // What is wrong with it, its own client says.
        var connection = read.Text(
            "Cluster:Connection",
            "a connection string",
            "",
            "The server of the provider: a connection string of StackExchange.Redis (localhost:6379) or of Npgsql "
            + "(Host=localhost;Database=marketplace;Username=marketplace), in whose database the silo creates the schema `cluster`. "
            + "Empty: with `postgres`, the connection string of the setting Postgres. It is never logged.");
        Connection = connection.Length == 0 && Provider == Postgres ? read.Given("Postgres") ?? "" : connection;
        ConnectTimeout = read.Duration(
            "Cluster:ConnectTimeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
            "How long a silo that starts waits for that server. After that it ends with exit code 2.");
        Id = read.Name("Cluster:Id", "marketplace", "The id of the cluster. Silos with the same id are one cluster.");
        ServiceId = read.Name(
            "Cluster:ServiceId", "marketplace", "The name of the service. It stays the same when a cluster is replaced by another one.");
        SiloName = read.Name(
            "Cluster:SiloName", "",
            "The name of this silo. Empty: the environment variable POD_NAME, or else a generated name.") is { Length: > 0 } name
                ? name
                : read.Outside("POD_NAME");
        Address = read.IpAddress(
                "Cluster:Address",
                "The address at which other silos reach this one. Empty: the environment variable POD_IP, or else 127.0.0.1.")
            ?? PodAddress(read) ?? IPAddress.Loopback;
        SiloPort = read.Integer(
            "Cluster:SiloPort", 0, 65_535, 0, "TCP port", "The port at which other silos reach this one. 0 takes a free one.");
        Primary = read.Endpoint(
            "Cluster:Primary", "With the provider `localhost`: the first silo. Empty: this silo is the first.");
        FailureTimeout = read.Duration(
            "Cluster:FailureTimeout", TimeSpan.FromMilliseconds(300), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(15),
            "The time without an answer after which a silo is declared dead, and its grains come back on others. The silo is probed "
            + "three times in it.");
    }

    public string Provider { get; }
    public string Connection { get; }
    public TimeSpan ConnectTimeout { get; }
    public string Id { get; }
    public string ServiceId { get; }

    /// <summary>Null for a name that Orleans makes up.</summary>
    public string? SiloName { get; }
    public IPAddress Address { get; }
    public int SiloPort { get; }

    /// <summary>The first silo, which keeps the list with the provider localhost; null if it is this one.</summary>
    public IPEndPoint? Primary { get; }
    public TimeSpan FailureTimeout { get; }

    /// <summary>Whether there may be other silos.</summary>
    public bool HasOthers => Provider != None;

    public void Check()
    {
        if (Connection.Length == 0 && Provider is Redis or Postgres)
        {
            throw new SettingException(
                $"The setting Marketplace:Cluster:Provider has the value '{Provider}', and Marketplace:Cluster:Connection does not say where the "
                + "server is.");
        }
    }

    private static IPAddress? PodAddress(SettingsReader read)
    {
        if (read.Outside("POD_IP") is not { Length: > 0 } text)
            return null;
        if (!IPAddress.TryParse(text, out var address))
            read.Fail($"The environment variable POD_IP has the value '{text}'; expected an IP address.");
        return address;
    }
}
