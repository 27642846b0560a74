using System.Collections.Immutable;
using System.Globalization;
using System.Net;

namespace Marketplace.Silo.Settings;

/// <summary>Makes settings of the kinds that there are, each with its limits.</summary>
internal static class SettingKinds
{
    public static SettingOf<int> Integer(string key, int min, int max, int fallback, string unit, string description) => new(
        key,
        string.Create(CultureInfo.InvariantCulture, $"a whole number from {min} to {max} ({unit})"),
        fallback.ToString(CultureInfo.InvariantCulture),
        description,
        (string text, out int value) =>
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= min && value <= max);

    public static SettingOf<long> Seed(string key, long fallback, string description) => new(
        key,
        "a whole number",
        fallback.ToString(CultureInfo.InvariantCulture),
        description,
        (string text, out long value) => long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value));

    public static SettingOf<double> Share(string key, double fallback, string description) => new(
        key,
        "a share from 0 to 1",
        fallback.ToString(CultureInfo.InvariantCulture),
        description,
        (string text, out double value) =>
            double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out value) && value is >= 0 and <= 1);

    public static SettingOf<bool> Truth(string key, string description) => new(
        key,
        "true or false",
        "false",
        description,
        bool.TryParse);

    public static SettingOf<TimeSpan> Duration(string key, TimeSpan min, TimeSpan max, TimeSpan fallback, string description) => new(
        key,
        $"a duration (hh:mm:ss.fff) from {Text(min)} to {Text(max)}",
        Text(fallback),
        description,
        (string text, out TimeSpan value) =>
            TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out value) && value >= min && value <= max);

    public static SettingOf<string> Folder(string key, string description) => new(
        key,
        "a path",
        "",
        description,
        (string text, out string value) =>
        {
            value = text;
            return text.IndexOfAny(Path.GetInvalidPathChars()) < 0;
        });

    // What is wrong with it, its own client says; the text may hold a password.
    public static SettingOf<string> Connection(string key, string description) => new(
        key,
        "a connection string",
        "",
        description,
        (string text, out string value) =>
        {
            value = text;
            return true;
        });

    public static SettingOf<Uri?> Address(string key, string description) => new(
        key,
        "an address that starts with http:// or https://",
        "",
        description,
        (string text, out Uri? value) =>
        {
            value = null;
            return text.Length == 0
                || (Uri.TryCreate(text, UriKind.Absolute, out value) && value.Scheme is "http" or "https");
        });

    public static SettingOf<TimeSpan?> OptionalDuration(string key, TimeSpan min, TimeSpan max, string description) => new(
        key,
        $"a duration (hh:mm:ss.fff) from {Text(min)} to {Text(max)}",
        "",
        description,
        (string text, out TimeSpan? value) =>
        {
            var isGood = TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var time) && time >= min && time <= max;
            value = isGood ? time : null;
            return isGood || text.Length == 0;
        });

    // These names become parts of keys in other servers.
    public static SettingOf<string> Name(string key, string fallback, string description) => new(
        key,
        "letters, digits, `-`, `_` and `.`, at most 63",
        fallback,
        description,
        (string text, out string value) =>
        {
            value = text;
            return text.Length <= 63
                && (text.Length > 0 || fallback.Length == 0)
                && text.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.');
        });

    public static SettingOf<IPAddress?> IpAddress(string key, string description) => new(
        key,
        "an IP address",
        "",
        description,
        (string text, out IPAddress? value) =>
        {
            value = null;
            return text.Length == 0
                || (IPAddress.TryParse(text, out value) && !value.Equals(IPAddress.Any) && !value.Equals(IPAddress.IPv6Any));
        });

    public static SettingOf<IPEndPoint?> Endpoint(string key, string description) => new(
        key,
        "an IP address with a port, such as 127.0.0.1:11111",
        "",
        description,
        (string text, out IPEndPoint? value) =>
        {
            value = null;
            return text.Length == 0 || (IPEndPoint.TryParse(text, out value) && value.Port > 0);
        });

    public static SettingOf<ImmutableArray<string>> Words(string key, ImmutableArray<string> words, string description) => new(
        key,
        $"`all`, `none`, or some of {string.Join(", ", words.Select(static word => $"`{word}`"))}, with commas between them",
        "all",
        description,
        (string text, out ImmutableArray<string> value) =>
        {
            var chosen = text.Split(',', StringSplitOptions.TrimEntries);
            if (chosen is [var only] && (Is(only, "all") || Is(only, "none")))
            {
                value = Is(only, "all") ? words : [];
                return true;
            }

            value = [.. words.Where(word => chosen.Any(other => Is(other, word)))];
            return chosen.All(word => words.Any(other => Is(other, word)));
        });

    private static bool Is(string text, string word) => text.Equals(word, StringComparison.OrdinalIgnoreCase);

    private static string Text(TimeSpan time) =>
        time.ToString(time.Ticks % TimeSpan.TicksPerSecond == 0 ? @"hh\:mm\:ss" : @"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture);
}
