namespace Marketplace.Driver.Servers;

/// <summary>How a server is run.</summary>
/// <param name="Name">What summaries call it: "postgresql".</param>
/// <param name="Title">What messages call it: "PostgreSQL".</param>
/// <param name="Folder">A folder of its own, which goes with it.</param>
/// <param name="StopSignal">What ends it at once: "QUIT".</param>
/// <param name="Line">Program and arguments. No passwords: other users can see them.</param>
internal sealed record ServerCommand(string Name, string Title, string Folder, string StopSignal, string[] Line);
