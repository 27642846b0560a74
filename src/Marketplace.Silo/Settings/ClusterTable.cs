using System.Collections.Immutable;
using System.Net;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of clusters of silos; a part of <see cref="SettingsTable"/>.</summary>
internal static class ClusterTable
{
    /// <summary>One silo, alone.</summary>
    public const string None = "none";

    /// <summary>The first silo keeps the list of silos, in its memory.</summary>
    public const string Localhost = "localhost";

    /// <summary>Redis keeps the list of silos.</summary>
    public const string Redis = "redis";

    /// <summary>PostgreSQL keeps the list of silos.</summary>
    public const string Postgres = "postgres";

    public static readonly ChoiceSetting Provider = new(
        "Cluster:Provider",
        [None, Localhost, Redis, Postgres],
        [],
        "Where the silos of a cluster find each other. `none`: one silo, alone. `localhost`: in the memory of the first silo, for one "
        + "machine. `redis`, `postgres`: on a server. Other than `none` needs `Engine` `orleans`.");

    public static readonly SettingOf<string> Connection = SettingKinds.Connection(
        "Cluster:Connection",
        "The server of the provider: a connection string of StackExchange.Redis (localhost:6379) or of Npgsql "
        + "(Host=localhost;Database=marketplace;Username=marketplace), in whose database the silo makes the schema `cluster`. "
        + "Empty: with `postgres` that of the setting Postgres. It is never logged.");

    public static readonly SettingOf<TimeSpan> ConnectTimeout = SettingKinds.Duration(
        "Cluster:ConnectTimeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
        "How long a silo that starts waits for that server; then it stops with exit code 2.");

    public static readonly SettingOf<string> Id = SettingKinds.Name(
        "Cluster:Id", "marketplace", "Silos with the same id are one cluster.");

    public static readonly SettingOf<string> ServiceId = SettingKinds.Name(
        "Cluster:ServiceId", "marketplace", "Name of the service; it stays when a cluster is replaced by another one.");

    public static readonly SettingOf<string> SiloName = SettingKinds.Name(
        "Cluster:SiloName", "", "Name of this silo. Empty: the environment variable POD_NAME, or else a name made up.");

    public static readonly SettingOf<IPAddress?> Address = SettingKinds.IpAddress(
        "Cluster:Address", "Address under which other silos reach this one. Empty: the environment variable POD_IP, or else 127.0.0.1.");

    public static readonly SettingOf<int> SiloPort = SettingKinds.Integer(
        "Cluster:SiloPort", 0, 65_535, 0, "TCP port", "Port on which other silos reach this one; 0 takes a free one.");

    public static readonly SettingOf<IPEndPoint?> Primary = SettingKinds.Endpoint(
        "Cluster:Primary", "With the provider `localhost`: the first silo. Empty: this one is the first.");

    public static readonly SettingOf<TimeSpan> FailureTimeout = SettingKinds.Duration(
        "Cluster:FailureTimeout", TimeSpan.FromMilliseconds(300), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(15),
        "Time without an answer after which a silo is declared dead, and its grains come back on others; it is probed three times in it.");

    /// <summary>All of them.</summary>
    public static ImmutableArray<Setting> All { get; } =
    [
        Provider,
        Connection,
        ConnectTimeout,
        Id,
        ServiceId,
        SiloName,
        Address,
        SiloPort,
        Primary,
        FailureTimeout,
    ];
}
