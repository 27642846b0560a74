using System.Globalization;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Target.Servers;

/// <summary>What a process and its children use, as Linux tells: PostgreSQL has a process for each connection.</summary>
internal static class ProcessTree
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every machine that .NET runs on.
    private const int BytesPerKiB = 1024;
    private const int FirstTime = 11; // utime, stime, and those of children that have ended, counted from the field after the name.
    private const int Times = 4;

    /// <summary>
    /// Processor time of a process, of its children, and of those that have ended; and resident memory: what each has for itself, and
    /// once the largest part that is shared or mapped, because the children of PostgreSQL share theirs.
    /// </summary>
    /// <returns>Null if it has ended, or the system tells no such thing.</returns>
    public static ProcessUsage? Usage(int id)
    {
        try
        {
            var children = File.ReadAllText($"/proc/{id}/task/{id}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries);
            var ticks = Ticks(id.ToString(CultureInfo.InvariantCulture));
            var (own, shared) = Memory(id.ToString(CultureInfo.InvariantCulture));
            foreach (var child in children)
            {
                if (!Directory.Exists($"/proc/{child}")) continue;
                ticks += Ticks(child);
                var (more, common) = Memory(child);
                own += more;
                shared = Math.Max(shared, common);
            }

            return new ProcessUsage(TimeSpan.FromSeconds(ticks / TicksPerSecond), (own + shared) * BytesPerKiB);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long Ticks(string id)
    {
        var text = File.ReadAllText($"/proc/{id}/stat");
        var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
        return fields.Skip(FirstTime).Take(Times).Sum(field => long.Parse(field, CultureInfo.InvariantCulture));
    }

    private static (long Own, long Shared) Memory(string id)
    {
        var (own, shared) = (0L, 0L);
        foreach (var line in File.ReadLines($"/proc/{id}/status"))
        {
            if (line.StartsWith("RssAnon:", StringComparison.Ordinal))
                own += KiB(line);
            else if (line.StartsWith("RssFile:", StringComparison.Ordinal) || line.StartsWith("RssShmem:", StringComparison.Ordinal))
                shared += KiB(line);
        }

        return (own, shared);
    }

    private static long KiB(string line) =>
        long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2].Trim(), CultureInfo.InvariantCulture);
}
