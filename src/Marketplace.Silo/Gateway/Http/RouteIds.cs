using System.Globalization;
using System.Text;
using Marketplace.Contracts.Json;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>Reads what stands in the path.</summary>
internal static class RouteIds
{
    private const int LongestTid = 128;

    /// <summary>Reads an id.</summary>
    /// <exception cref="InvalidInputException">It is no id.</exception>
    public static int Id(HttpContext context, string name)
    {
        var text = (string?)context.Request.RouteValues[name];
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id > 0
            ? id
            : throw new InvalidInputException($"{name}: expected a whole number from 1 to {int.MaxValue} in the path.");
    }

    /// <summary>Reads a transaction id.</summary>
    /// <exception cref="InvalidInputException">It is too long.</exception>
    public static string Tid(HttpContext context)
    {
        var tid = (string)context.Request.RouteValues["tid"]!;
        return IsTid(tid) ? tid : throw new InvalidInputException($"tid: expected 1 to {LongestTid} bytes in the path, without U+0000.");
    }

    /// <summary>Whether a text will do as a transaction id.</summary>
    public static bool IsTid(string text) =>
        text.Length > 0 && Encoding.UTF8.GetByteCount(text) <= LongestTid && !text.Contains('\0', StringComparison.Ordinal);
}
