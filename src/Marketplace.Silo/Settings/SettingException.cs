namespace Marketplace.Silo.Settings;

/// <summary>A setting is wrong: the message names it and its value in one sentence. The silo does not start.</summary>
internal sealed class SettingException(string message) : Exception(message);
