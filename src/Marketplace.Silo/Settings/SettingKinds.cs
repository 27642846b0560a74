using System.Globalization;

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

    private static string Text(TimeSpan time) =>
        time.ToString(time.Ticks % TimeSpan.TicksPerSecond == 0 ? @"hh\:mm\:ss" : @"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture);
}
