using System.Diagnostics;

namespace Marketplace.Driver.Target;

/// <summary>
/// Whether what a socket receives is handled on the thread that sees it arrive. .NET reads it from the environment, once a process. It suits
/// the driver: a worker never blocks, and a hand-over would cost more than its work. A silo that the driver launches must not inherit it: it has to
/// run as it does elsewhere, and a handler that takes long would keep the answers of PostgreSQL and Redis waiting.
/// </summary>
internal static class InlineCompletions
{
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private const string Ours = "MARKETPLACE_DRIVER_INLINE_COMPLETIONS";

    /// <summary>Chooses it for this process, unless the user did.</summary>
    public static void Choose()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not null) return;
        Environment.SetEnvironmentVariable(Variable, "1");
        Environment.SetEnvironmentVariable(Ours, "1");
    }

    /// <summary>Takes it back for a process to be started, unless the user chose it.</summary>
    public static void LeaveOut(ProcessStartInfo start)
    {
        if (start.Environment.Remove(Ours)) start.Environment.Remove(Variable);
    }
}
