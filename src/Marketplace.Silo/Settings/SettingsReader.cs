using Marketplace.Contracts.Settings;

namespace Marketplace.Silo.Settings;

/// <summary>
/// Reads the settings of the section Marketplace. A section of settings declares each where it reads it, so that it stands in one place with its
/// default, its limits and its sentence; docs/settings.md is made from what was declared. The first problem counts, and stops the start.
/// </summary>
internal sealed class SettingsReader
{
    /// <summary>Name of the section.</summary>
    public const string Section = "Marketplace";

    private readonly IConfiguration _configuration;
    private readonly IConfigurationSection _section;
    private readonly Preset? _preset;
    private readonly List<Setting> _settings = [];
    private readonly Dictionary<string, string> _texts = new(StringComparer.OrdinalIgnoreCase);
    private string _heading = "";
    private string? _problem;

    /// <param name="configuration">The whole configuration, not the section alone.</param>
    public SettingsReader(IConfiguration configuration)
    {
        (_configuration, _section) = (configuration, configuration.GetSection(Section));
        _preset = Presets.Find(_section[Presets.Key]);
    }

    /// <summary>What was declared, in that order.</summary>
    public IReadOnlyList<Setting> Settings => _settings;

    /// <summary>Reads settings that are given in code; all others have their defaults.</summary>
    public static SettingsReader Of(params (string Key, string Value)[] settings) => new(new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Select(static setting => KeyValuePair.Create($"{Section}:{setting.Key}", (string?)setting.Value)))
        .Build());

    /// <summary>What is declared from now on stands under this heading.</summary>
    public SettingsReader Under(string heading)
    {
        _heading = heading;
        return this;
    }

    /// <summary>Declares a setting, and reads its text: what stands there, else what the preset says, else the default.</summary>
    /// <param name="key">Key within the section: Shipment:Partitions.</param>
    /// <param name="values">What may stand there, with its unit, for people.</param>
    /// <param name="fallback">The default; empty if there is none.</param>
    /// <param name="description">What it does, in a sentence.</param>
    public string Text(string key, string values, string fallback, string description)
    {
        _settings.Add(new Setting(_heading, key, values, fallback, description));
        var text = _section[key] ?? _preset?.Settings.GetValueOrDefault(key) ?? fallback;
        _texts[key] = text;
        return text;
    }

    /// <summary>The text of a setting that was declared before.</summary>
    public string Declared(string key) => _texts[key];

    /// <summary>What stands in the configuration itself; null if nothing does.</summary>
    public string? Given(string key) => _section[key];

    /// <summary>An environment variable, or another key outside the section; null if it is not set.</summary>
    public string? Outside(string name) => _configuration[name];

    /// <summary>Notes a value that is not good.</summary>
    /// <returns>A value to go on with.</returns>
    public T Refuse<T>(string key, string text, string expected, T instead)
    {
        Fail($"The setting {Section}:{key} has the value '{text}'; expected {expected}.");
        return instead;
    }

    /// <summary>Notes a problem, unless there was one before.</summary>
    public void Fail(string problem) => _problem ??= problem;

    /// <summary>
    /// Checks that all keys are of settings that were declared (a key with a slip in it must not pass in silence), and that their values are good.
    /// </summary>
    /// <exception cref="SettingException">One is not.</exception>
    public void Check()
    {
        foreach (var (key, value) in _section.AsEnumerable(makePathsRelative: true).OrderBy(static pair => pair.Key, StringComparer.Ordinal))
        {
            if (key.Length > 0 && (value is not null || !_section.GetSection(key).GetChildren().Any()))
                CheckKey(key, value);
        }

        if (_problem is not null)
            throw new SettingException(_problem);
    }

    private void CheckKey(string key, string? value)
    {
        if (!_texts.ContainsKey(key))
            throw new SettingException($"There is no setting {Section}:{key}; did you mean {Section}:{Closest(key)}?");
        if (value is null)
            throw new SettingException($"The setting {Section}:{key} has no value (the preset null is a text, in quotes).");
    }

    private string Closest(string key) => _settings.Select(static setting => setting.Key).MinBy(other => Spelling.Distance(key, other))!;
}

/// <summary>A setting as docs/settings.md shows it.</summary>
/// <param name="Heading">The section of the page.</param>
/// <param name="Key">Key within the section of the configuration.</param>
/// <param name="Values">What may stand there, with its unit, for people.</param>
/// <param name="Fallback">The default; empty if there is none.</param>
/// <param name="Description">What it does, in a sentence.</param>
internal sealed record Setting(string Heading, string Key, string Values, string Fallback, string Description);

/// <summary>A setting is wrong: the message names it and its value in one sentence. The silo does not start.</summary>
internal sealed class SettingException(string message) : Exception(message);
