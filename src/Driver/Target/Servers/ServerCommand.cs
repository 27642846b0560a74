namespace Marketplace.Driver.Target.Servers;

/// <summary>How a server is run.</summary>
/// <param name="StopSignal">What ends it at once: "QUIT".</param>
/// <param name="Line">Program and arguments. No passwords: other users can see them.</param>
internal sealed record ServerCommand(string Name, string Title, string Folder, string StopSignal, string[] Line);
