namespace Marketplace.Silo.Settings;

/// <summary>A setting with the type of its value.</summary>
internal sealed class SettingOf<T>(string key, string values, string fallback, string description, SettingOf<T>.Parser parse)
    : Setting(key, values, fallback, description)
{
    /// <summary>Makes a value of a text.</summary>
    /// <returns>False if it is no good value.</returns>
    public delegate bool Parser(string text, out T value);

    /// <summary>Reads the value.</summary>
    /// <returns>The value, or what counts when nothing stands there.</returns>
    public T Read(IConfiguration section)
    {
        var text = Text(section);
        return parse(text, out var value)
            ? value
            : throw new SettingException($"The setting {Section}:{Key} has the value '{text}'; expected {Values}.");
    }

    public override void Check(IConfiguration section) => Read(section);
}
