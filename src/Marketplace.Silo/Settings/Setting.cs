using Marketplace.Contracts.Settings;

namespace Marketplace.Silo.Settings;

/// <summary>One setting of the Marketplace section, as the settings reference shows it.</summary>
/// <param name="values">What may stand there, with its unit, for people.</param>
/// <param name="fallback">What counts when nothing stands there; empty if nothing does.</param>
internal abstract class Setting(string key, string values, string fallback, string description)
{
    /// <summary>Name of the section.</summary>
    public const string Section = "Marketplace";

    /// <summary>Key within the section.</summary>
    public string Key => key;

    /// <summary>What may stand there, with its unit.</summary>
    public string Values => values;

    /// <summary>What counts when nothing stands there.</summary>
    public string Fallback => fallback;

    /// <summary>What it does.</summary>
    public string Description => description;

    /// <summary>Reads the text of its value: what stands there, else what the preset says, else what counts when nothing stands there.</summary>
    public string Text(IConfiguration section) =>
        section[Key] ?? Presets.Find(section[Presets.Key])?.Settings.GetValueOrDefault(Key) ?? Fallback;

    /// <summary>Fails if the section has a bad value for it.</summary>
    public abstract void Check(IConfiguration section);
}
