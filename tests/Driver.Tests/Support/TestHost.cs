using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Target;
using Marketplace.TestSupport;

namespace Marketplace.Driver.Tests.Support;

/// <summary>Runs the driver's command line within the test, and keeps what it printed.</summary>
internal sealed class TestHost : IDisposable
{
    private readonly StringWriter _out = new();
    private readonly StringWriter _error = new();

    public TemporaryFolder Folder { get; } = new();
    public CancellationTokenSource Interrupt { get; } = new();
    public StubAudit Audit { get; } = new();
    public string Out => _out.ToString();
    public string Error => _error.ToString();

    public DriverHost Host => new()
    {
        Out = TextWriter.Synchronized(_out),
        Error = TextWriter.Synchronized(_error),
        IsTerminal = false,
        Time = TimeProvider.System,
        Interrupt = Interrupt.Token,
        Launcher = new ProcessLauncher(TimeProvider.System, static _ => { }),
        Audit = Audit,
        Report = new HtmlReport(),
    };

    public Task<int> Run(params string[] arguments) => DriverCli.Run(arguments, Host);

    /// <summary>Writes a small scenario; returns its path.</summary>
    public string Scenario(string members = "")
    {
        var path = Folder.File("scenario.json");
        File.WriteAllText(
            path,
            $$"""
            { "name": "test", "data": { "sizeFactor": 0.01 }, "load": { "concurrency": 4, "operations": 200, "requestTimeout": 5 },
              "workload": { "mix": { "checkout": 40, "priceUpdate": 20, "productDelete": 10, "updateDelivery": 20, "dashboard": 10 } },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 }{{members}} }
            """);
        return path;
    }

    public void Dispose()
    {
        Folder.Dispose();
        Interrupt.Dispose();
        _out.Dispose();
        _error.Dispose();
    }
}
