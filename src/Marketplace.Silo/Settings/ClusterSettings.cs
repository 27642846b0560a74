using System.Net;

namespace Marketplace.Silo.Settings;

/// <summary>How silos find each other.</summary>
internal sealed record ClusterSettings
{
    /// <summary>One silo, alone.</summary>
    public static ClusterSettings Alone
    {
        get
        {
            var nothing = new ConfigurationBuilder().Build();
            return Read(nothing, nothing);
        }
    }

    /// <summary>Where the list of silos is kept; <see cref="ClusterTable.None"/> for a silo of its own.</summary>
    public required string Provider { get; init; }

    /// <summary>How to connect to the server that keeps the list; empty if none does.</summary>
    public required string Connection { get; init; }

    /// <summary>How long a silo that starts waits for that server.</summary>
    public required TimeSpan ConnectTimeout { get; init; }

    /// <summary>Silos with one id are one cluster.</summary>
    public required string Id { get; init; }

    /// <summary>Name of the service, which outlives clusters.</summary>
    public required string ServiceId { get; init; }

    /// <summary>Address under which other silos reach this one.</summary>
    public required IPAddress Address { get; init; }

    /// <summary>Port for other silos; 0 for a free one.</summary>
    public required int SiloPort { get; init; }

    /// <summary>Name of this silo in logs; null for a name that Orleans makes up.</summary>
    public required string? SiloName { get; init; }

    /// <summary>The first silo, which keeps the list with the provider localhost; null if it is this one.</summary>
    public required IPEndPoint? Primary { get; init; }

    /// <summary>Time without an answer after which a silo is declared dead.</summary>
    public required TimeSpan FailureTimeout { get; init; }

    /// <summary>Whether there may be other silos.</summary>
    public bool HasOthers => Provider != ClusterTable.None;

    /// <summary>Reads them.</summary>
    /// <param name="configuration">The whole configuration: in Kubernetes POD_NAME and POD_IP are the defaults.</param>
    /// <exception cref="SettingException">A value is not good.</exception>
    public static ClusterSettings Read(IConfiguration configuration, IConfiguration section)
    {
        var name = ClusterTable.SiloName.Read(section);
        var provider = ClusterTable.Provider.Read(section);
        return new ClusterSettings
        {
            Provider = provider,
            Connection = ReadConnection(section, provider),
            ConnectTimeout = ClusterTable.ConnectTimeout.Read(section),
            Id = ClusterTable.Id.Read(section),
            ServiceId = ClusterTable.ServiceId.Read(section),
            Address = ClusterTable.Address.Read(section) ?? PodAddress(configuration) ?? IPAddress.Loopback,
            SiloPort = ClusterTable.SiloPort.Read(section),
            SiloName = name.Length > 0 ? name : configuration["POD_NAME"],
            Primary = ClusterTable.Primary.Read(section),
            FailureTimeout = ClusterTable.FailureTimeout.Read(section),
        };
    }

    private static string ReadConnection(IConfiguration section, string provider)
    {
        var connection = ClusterTable.Connection.Read(section);
        if (connection.Length > 0 || provider is not (ClusterTable.Redis or ClusterTable.Postgres))
            return connection;

        var storage = provider == ClusterTable.Postgres ? SettingsTable.Postgres.Read(section) : null;
        return storage ?? throw new SettingException(
            $"The setting {Setting.Section}:{ClusterTable.Provider.Key} has the value '{provider}', and "
            + $"{Setting.Section}:{ClusterTable.Connection.Key} does not say where the server is.");
    }

    private static IPAddress? PodAddress(IConfiguration configuration) => configuration["POD_IP"] switch
    {
        null or "" => null,
        var text when IPAddress.TryParse(text, out var address) => address,
        var text => throw new SettingException($"The environment variable POD_IP has the value '{text}'; expected an IP address."),
    };
}
