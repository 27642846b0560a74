using System.Collections.Immutable;
using System.Globalization;
using System.Net;

namespace Marketplace.Silo.Settings;

/// <summary>The kinds of settings that there are: each declares one, checks its limits, and gives its value.</summary>
internal static class SettingKinds
{
    /// <summary>One of some words, the default first.</summary>
    public static string Choice(this SettingsReader read, string key, IReadOnlyList<string> words, string description)
    {
        var text = read.Text(key, Quoted(words), words[0], description);
        return words.FirstOrDefault(word => Is(word, text)) ?? read.Refuse(key, text, $"one of {string.Join(", ", words)}", words[0]);
    }

    public static int Integer(this SettingsReader read, string key, int min, int max, int fallback, string unit, string description) =>
        Parse(
            read, key, string.Create(CultureInfo.InvariantCulture, $"a whole number from {min} to {max} ({unit})"), fallback,
            fallback.ToString(CultureInfo.InvariantCulture), description,
            (string text, out int value) =>
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= min && value <= max);

    public static long Seed(this SettingsReader read, string key, long fallback, string description) => Parse(
        read, key, "a whole number", fallback, fallback.ToString(CultureInfo.InvariantCulture), description,
        static (string text, out long value) => long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value));

    public static double Share(this SettingsReader read, string key, string description) => Parse(
        read, key, "a share from 0 to 1", 0d, "0", description,
        static (string text, out double value) =>
            double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out value) && value is >= 0 and <= 1);

    public static bool Truth(this SettingsReader read, string key, string description) =>
        Parse(read, key, "true or false", false, "false", description, bool.TryParse);

    public static TimeSpan Duration(
        this SettingsReader read, string key, TimeSpan min, TimeSpan max, TimeSpan fallback, string description) =>
        Parse(
            read, key, Durations(min, max), fallback, Text(fallback), description,
            (string text, out TimeSpan value) => TryDuration(text, min, max, out value));

    /// <summary>Null where it is empty.</summary>
    public static TimeSpan? OptionalDuration(this SettingsReader read, string key, TimeSpan min, TimeSpan max, string description) =>
        Parse<TimeSpan?>(
            read, key, Durations(min, max), null, "", description,
            (string text, out TimeSpan? value) =>
            {
                value = TryDuration(text, min, max, out var time) ? time : null;
                return value is not null || text.Length == 0;
            });

    public static string Folder(this SettingsReader read, string key, string description) => Parse(
        read, key, "a path", "", "", description,
        static (string text, out string value) =>
        {
            value = text;
            return text.IndexOfAny(Path.GetInvalidPathChars()) < 0;
        });

    /// <summary>Null where it is empty. The text may hold a password, so that no message shows it.</summary>
    /// <param name="client">Whose connection string it is.</param>
    /// <param name="example">How one looks; empty if the description says it.</param>
    /// <param name="check">What is wrong with one; null if nothing is.</param>
    public static string? Connection(
        this SettingsReader read, string key, string client, string example, string description, Func<string, string?> check)
    {
        var text = read.Text(key, $"a connection string of {client}{example}", "", description);
        if (text.Length == 0)
            return null;
        if (check(text) is { } problem)
            read.Fail($"The setting {SettingsReader.Section}:{key} is no connection string of {client}: {problem}.");
        return text;
    }

    /// <summary>Null where it is empty.</summary>
    public static Uri? HttpAddress(this SettingsReader read, string key, string description) => Parse<Uri?>(
        read, key, "an address that starts with http:// or https://", null, "", description,
        static (string text, out Uri? value) =>
        {
            value = null;
            return text.Length == 0 || (Uri.TryCreate(text, UriKind.Absolute, out value) && value.Scheme is "http" or "https");
        });

    /// <summary>A name that becomes part of keys in other servers.</summary>
    public static string Name(this SettingsReader read, string key, string fallback, string description) => Parse(
        read, key, "letters, digits, `-`, `_` and `.`, at most 63", fallback, fallback, description,
        (string text, out string value) =>
        {
            value = text;
            return text.Length <= 63
                && (text.Length > 0 || fallback.Length == 0)
                && text.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.');
        });

    /// <summary>Null where it is empty.</summary>
    public static IPAddress? IpAddress(this SettingsReader read, string key, string description) => Parse<IPAddress?>(
        read, key, "an IP address", null, "", description,
        static (string text, out IPAddress? value) =>
        {
            value = null;
            return text.Length == 0
                || (IPAddress.TryParse(text, out value) && !value.Equals(IPAddress.Any) && !value.Equals(IPAddress.IPv6Any));
        });

    /// <summary>Null where it is empty.</summary>
    public static IPEndPoint? Endpoint(this SettingsReader read, string key, string description) => Parse<IPEndPoint?>(
        read, key, "an IP address with a port, such as 127.0.0.1:11111", null, "", description,
        static (string text, out IPEndPoint? value) =>
        {
            value = null;
            return text.Length == 0 || (IPEndPoint.TryParse(text, out value) && value.Port > 0);
        });

    /// <summary>Some of the words, in the order of the words.</summary>
    public static ImmutableArray<string> Words(this SettingsReader read, string key, ImmutableArray<string> words, string description) => Parse(
        read, key, $"`all`, `none`, or some of {Quoted(words)}, with commas between them", words, "all", description,
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

    private static T Parse<T>(
        SettingsReader read, string key, string values, T fallback, string fallbackText, string description, Parser<T> parse)
    {
        var text = read.Text(key, values, fallbackText, description);
        return parse(text, out var value) ? value : read.Refuse(key, text, values, fallback);
    }

    private static bool TryDuration(string text, TimeSpan min, TimeSpan max, out TimeSpan value) =>
        TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out value) && value >= min && value <= max;

    private static string Durations(TimeSpan min, TimeSpan max) => $"a duration (hh:mm:ss.fff) from {Text(min)} to {Text(max)}";

    private static string Text(TimeSpan time) =>
        time.ToString(time.Ticks % TimeSpan.TicksPerSecond == 0 ? @"hh\:mm\:ss" : @"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture);

    private static string Quoted(IEnumerable<string> words) => string.Join(", ", words.Select(static word => $"`{word}`"));

    private static bool Is(string text, string word) => text.Equals(word, StringComparison.OrdinalIgnoreCase);

    private delegate bool Parser<T>(string text, out T value);
}
