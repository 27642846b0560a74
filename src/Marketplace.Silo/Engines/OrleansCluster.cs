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

    /// <summary>Sets endpoints and membership.</summary>
    /// <param name="settings">How silos find each other.</param>
    /// <exception cref="SettingException">Its address is not one of this machine.</exception>
    public static ISiloBuilder UseCluster(this ISiloBuilder silo, ClusterSettings settings)
    {
        // A silo alone speaks to itself only, whatever address its machine or pod has.
        var listen = settings.HasOthers ? settings.Address : IPAddress.Loopback;
        var port = settings.SiloPort > 0 ? settings.SiloPort : FreePort(listen);
        silo
            .Configure<EndpointOptions>(endpoints =>
            {
                endpoints.AdvertisedIPAddress = listen;
                endpoints.SiloPort = port;
                endpoints.GatewayPort = 0;
            })
            .Configure<ClusterOptions>(cluster =>
            {
                // A silo alone must not be taken for a member by another process that gets its port, or by what is left of the last one there.
                cluster.ClusterId = settings.HasOthers ? settings.Id : FormattableString.Invariant($"{settings.Id}-{Environment.ProcessId}-{port}");
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
            _ => silo.UseDevelopmentClustering(settings.Primary ?? new IPEndPoint(listen, port)),
        };
    }

    // A port of its own for each silo, so that several run on one machine. Where it may, it is not one of those that systems give to
    // outgoing connections (from 32,768 on): one of these could take it before Orleans does.
    private static int FreePort(IPAddress address)
    {
        for (var attempt = 0; ; attempt++)
        {
            using var listener = new TcpListener(address, attempt < Attempts ? RandomNumberGenerator.GetInt32(10_000, 32_000) : 0);
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
