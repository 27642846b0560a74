using System.Diagnostics;

namespace Marketplace.TestSupport;

/// <summary>
/// The data of a new server, made once by each process of tests: to copy them takes a tenth of what initdb takes. A shell removes them when the
/// process goes, however it goes.
/// </summary>
internal sealed class PostgresTemplate
{
    private static readonly Lazy<Task<PostgresTemplate>> Own = new(Make);

    // Its input ends with this process.
    private readonly Process _shell;
    private readonly string _folder;

    private PostgresTemplate(string folder)
    {
        _folder = folder;
        _shell = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "read -r word; rm -rf \"$0\"", folder]) { RedirectStandardInput = true })!;
    }

    private string Data => Path.Combine(_folder, "data");

    /// <summary>Makes the data of a server.</summary>
    /// <param name="data">The folder, which is not there yet.</param>
    public static async Task CopyTo(string data)
    {
        var template = await Own.Value;
        await PostgresServer.Expect("cp", "-a", template.Data, data);
        GC.KeepAlive(template._shell);
    }

    private static async Task<PostgresTemplate> Make()
    {
        var template = new PostgresTemplate(await PostgresServer.CreateFolder());
        string[] options = ["-U", PostgresServer.User, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"];
        await PostgresServer.Expect(PostgresServer.AsServer([PostgresServer.Find("initdb"), "-D", template.Data, .. options]));
        return template;
    }
}
