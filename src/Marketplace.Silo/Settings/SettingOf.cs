namespace Marketplace.Silo.Settings;

/// <summary>A setting with the type of its value.</summary>
/// <typeparam name="T">The type.</typeparam>
internal sealed class SettingOf<T>(string key, string values, string fallback, string description, SettingOf<T>.Parser parse)
    : Setting(key, values, fallback, description)
{
    /// <summary>Makes a value of a text.</summary>
    /// <param name="text">What stands in the configuration.</param>
    /// <param name="value">The value.</param>
    /// <returns>False if it is no good value.</returns>
    public delegate bool Parser(string text, out T value);

    /// <summary>Reads the value.</summary>
    /// <param name="section">The section.</param>
    /// <returns>The value, or what counts when nothing stands there.</returns>
    public T Read(IConfiguration section)
    {
        var text = Text(section);
        return parse(text, out var value)
            ? value
            : throw new SettingException($"The setting {Section}:{Key} has the value '{text}'; expected {Values}.");
    }

    /// <inheritdoc/>
    public override void Check(IConfiguration section) => Read(section);
}
