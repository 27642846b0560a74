using System.Globalization;
using Npgsql;
using NpgsqlTypes;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>A silo in the list that PostgreSQL keeps (<see cref="OrleansPostgresMembership"/>): its columns and their order.</summary>
internal static class OrleansMembershipRow
{
    /// <summary>Reads a silo; the first column is the list's.</summary>
    /// <returns>The silo, and what tells this state of its row from others.</returns>
    public static Tuple<MembershipEntry, string> Read(NpgsqlDataReader row)
    {
        var suspects = row.GetFieldValue<string[]>(8);
        var times = row.GetFieldValue<DateTime[]>(9);
        var entry = new MembershipEntry
        {
            SiloAddress = SiloAddress.FromParsableString(row.GetString(1)),
            Status = (SiloStatus)row.GetInt32(2),
            SiloName = row.GetString(3),
            HostName = row.GetString(4),
            ProxyPort = row.GetInt32(5),
            StartTime = row.GetDateTime(6),
            IAmAliveTime = row.GetDateTime(7),
            SuspectTimes = [.. suspects.Zip(times, static (silo, at) => Tuple.Create(SiloAddress.FromParsableString(silo), at))],
        };
        return Tuple.Create(entry, Etag(row.GetInt32(10)));
    }

    /// <returns>Its columns from the address on, without the last.</returns>
    public static NpgsqlParameter[] Write(MembershipEntry entry)
    {
        var suspicions = entry.SuspectTimes ?? [];
        return
        [
            new() { Value = entry.SiloAddress.ToParsableString() },
            new() { Value = (int)entry.Status },
            new() { Value = entry.SiloName ?? "" },
            new() { Value = entry.HostName ?? "" },
            new() { Value = entry.ProxyPort },
            Time(entry.StartTime),
            Time(entry.IAmAliveTime),
            new() { Value = suspicions.Select(static suspicion => suspicion.Item1.ToParsableString()).ToArray() },
            new()
            {
                Value = suspicions.Select(static suspicion => DateTime.SpecifyKind(suspicion.Item2, DateTimeKind.Utc)).ToArray(),
                NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.TimestampTz,
            },
        ];
    }

    /// <summary>A time as a parameter. Orleans' times are all UTC, and not all say so.</summary>
    public static NpgsqlParameter Time(DateTime time) =>
        new() { Value = DateTime.SpecifyKind(time, DateTimeKind.Utc), NpgsqlDbType = NpgsqlDbType.TimestampTz };

    /// <summary>What tells two states of a row or list apart: the number of the change that made it.</summary>
    public static string Etag(int version) => version.ToString(CultureInfo.InvariantCulture);

    /// <summary>The number of the change in such a text.</summary>
    public static int Version(string etag) => int.Parse(etag, CultureInfo.InvariantCulture);
}
