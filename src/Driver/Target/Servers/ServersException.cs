namespace Marketplace.Driver.Target.Servers;

/// <summary>The servers of a scenario can't be started on this machine (exit code 2). The message says what to install or to change.</summary>
internal sealed class ServersException(string message) : Exception(message);
