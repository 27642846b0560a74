using System.Diagnostics;
using System.Security.Cryptography;

namespace Marketplace.Driver.Target.Servers;

/// <summary>The user whom a server runs as that refuses to run as root.</summary>
internal sealed class ServerAccount
{
    private static readonly string[] Names = ["postgres", "nobody"];

    private readonly string _change;
    private readonly string _user;

    private ServerAccount(string user, string group, string setpriv, string change)
    {
        _user = user;
        _change = change;
        Prefix = [setpriv, "--reuid", user, "--regid", group, "--clear-groups", "--"];
    }

    /// <summary>What comes before a command so that it runs as this user.</summary>
    public string[] Prefix { get; }

    /// <exception cref="ServersException">There is none.</exception>
    public static async Task<ServerAccount> Find(ServerPrograms programs, CancellationToken cancellationToken)
    {
        var (id, setpriv, chown) = (programs.Tool("id"), programs.Tool("setpriv"), programs.Tool("chown"));
        foreach (var name in Names)
        {
            var (code, user) = await Run([id, "-u", name], cancellationToken);
            if (code != 0) continue;
            (_, var group) = await Run([id, "-g", name], cancellationToken);
            return new ServerAccount(user.Trim(), group.Trim(), setpriv, chown);
        }

        throw new ServersException("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody to run it as.");
    }

    /// <summary>Gives a folder and what is in it to the user.</summary>
    /// <exception cref="ServersException">It can't be given.</exception>
    public async Task Own(string folder, CancellationToken cancellationToken)
    {
        var (code, output) = await Run([_change, "-R", _user, folder], cancellationToken);
        if (code != 0) throw new ServersException($"{folder} can't be given to the user {_user}, whom PostgreSQL runs as: {output.Trim()}");
    }

    private static async Task<(int Code, string Output)> Run(string[] command, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(cancellationToken), process.StandardError.ReadToEndAsync(cancellationToken));
        await process.WaitForExitAsync(cancellationToken);
        return (process.ExitCode, await output + await error);
    }
}

/// <summary>Passwords of the servers that the driver starts: nobody else knows them, and no shell or connection string has to quote them.</summary>
internal static class ServerPassword
{
    private const int Digits = 32;

    public static string New() => RandomNumberGenerator.GetHexString(Digits, lowercase: true);
}
