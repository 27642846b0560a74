using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Marketplace.Silo.Settings;
using Orleans.Configuration;
using Orleans.Hosting;

namespace Marketplace.Silo.Engines;

/// <summary>Makes a silo part of a cluster, or a cluster of its own. HTTP is the way in, so no silo has a gateway for Orleans' clients.</summary>
internal static class OrleansCluster
{
    // Probes without an answer until a silo counts as dead; they are spread over the setting Cluster:FailureTimeout.
    private const int MissedProbes = 3;

    private const int MissedWrites = 3;

    private const int Attempts = 20;

    // Below the ports that systems give to outgoing connections: one of these could take a silo's port before Orleans opens it.
    private const int LowestPort = 10_000;
    private const int AboveHighestPort = 32_000;

    /// <summary>Sets endpoints and membership.</summary>
    /// <param name="settings">How silos find each other.</param>
    /// <exception cref="SettingException">Its address is not one of this machine.</exception>
    public static ISiloBuilder UseCluster(this ISiloBuilder silo, ClusterSettings settings)
    {
        // A silo alone speaks to itself only, whatever address its machine or pod has, and its port is but a part of its name.
        var address = settings.HasOthers ? settings.Address : IPAddress.Loopback;
        var port = settings switch
        {
            { SiloPort: > 0 } => settings.SiloPort,
            { HasOthers: true } => FreePort(address),
            _ => RandomNumberGenerator.GetInt32(LowestPort, AboveHighestPort),
        };
        if (!settings.HasOthers)
            silo.Services.ListenToNobody();
        silo
            .Configure<EndpointOptions>(endpoints =>
            {
                endpoints.AdvertisedIPAddress = address;
                endpoints.SiloPort = port;
                endpoints.GatewayPort = 0;
            })
            .Configure<ClusterOptions>(cluster =>
            {
                cluster.ClusterId = settings.Id;
                cluster.ServiceId = settings.ServiceId;
            })
            .Configure<ClusterMembershipOptions>(membership =>
            {
                membership.NumMissedProbesLimit = MissedProbes;
                membership.ProbeTimeout = settings.FailureTimeout / MissedProbes;

                // Who reads the list takes a silo for gone that has not written for twice that time: after a crash of all silos that is
                // how long the first new one waits for the old ones.
                membership.NumMissedTableIAmAliveLimit = MissedWrites;
                membership.IAmAliveTablePublishTimeout = settings.FailureTimeout * 2 / MissedWrites;

                // A silo alone reads of nobody but itself. When somebody sets the machine's clock forward, its own row in the list looks as
                // old as that of a silo that never came up, and it would take itself for dead, which ends the process.
                membership.EvictWhenMaxJoinAttemptTimeExceeded = settings.HasOthers;
                membership.LivenessEnabled = settings.HasOthers;
            });
        if (settings.SiloName is { } name)
            silo.Configure<SiloOptions>(options => options.SiloName = name);

        return settings.Provider switch
        {
            ClusterSettings.Redis => silo.UseRedis(settings),
            ClusterSettings.Postgres => silo.UsePostgres(settings),
            _ => silo.UseDevelopmentClustering(settings.Primary ?? new IPEndPoint(address, port)),
        };
    }

    // A port of its own for each silo, so that several run on one machine.
    private static int FreePort(IPAddress address)
    {
        for (var attempt = 0; ; attempt++)
        {
            using var listener = new TcpListener(address, attempt < Attempts ? RandomNumberGenerator.GetInt32(LowestPort, AboveHighestPort) : 0);
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException exception) when (exception.SocketErrorCode != SocketError.AddressAlreadyInUse || attempt >= Attempts)
            {
                throw new SettingException(
                    $"This machine can't listen on {address}, Marketplace:Cluster:Address of the silo: {exception.Message}.");
            }
            catch (SocketException)
            {
                // Somebody has it: another one.
            }
        }
    }
}
