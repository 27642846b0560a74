namespace Marketplace.Silo.Settings;

/// <summary>A setting that takes one of some words, not all of which every build of the silo can do.</summary>
/// <param name="available">What this build can do, the default first.</param>
/// <param name="planned">What it knows, and can't do.</param>
internal sealed class ChoiceSetting(string key, string[] available, string[] planned, string description)
    : Setting(key, string.Join(", ", available.Select(word => $"`{word}`")), available[0], description)
{
    /// <summary>What it knows, and can't do, for people.</summary>
    public string Planned { get; } = string.Join(", ", planned.Select(word => $"`{word}`"));

    /// <summary>Whether this build can do it.</summary>
    /// <returns>False if it is planned, or no word of this setting.</returns>
    public bool Can(string word) => available.Contains(word, StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads the word.</summary>
    /// <returns>One of the words that this build can do.</returns>
    public string Read(IConfiguration section)
    {
        var text = Text(section);
        if (available.FirstOrDefault(word => word.Equals(text, StringComparison.OrdinalIgnoreCase)) is { } choice)
            return choice;

        throw new SettingException(planned.Contains(text, StringComparer.OrdinalIgnoreCase)
            ? $"The setting {Section}:{Key} has the value '{text}', which is not available yet; available: {string.Join(", ", available)}."
            : $"The setting {Section}:{Key} has the value '{text}'; expected one of {string.Join(", ", available.Concat(planned))}.");
    }

    public override void Check(IConfiguration section) => Read(section);
}
