using System.CommandLine;
using System.Data.Common;
using System.Net.Sockets;
using Marketplace.Driver.Load;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.Driver.Target;
using Marketplace.Driver.Target.Servers;

namespace Marketplace.Driver.Commands;

/// <summary>The command line of the driver (docs/scenarios.md).</summary>
internal static class DriverCli
{
    /// <summary>Runs a command line.</summary>
    public static async Task<int> Run(string[] arguments, DriverHost host)
    {
        var parsed = Create(host).Parse(arguments);
        var problems = UsageProblems.Of(parsed);
        if (problems.Count > 0)
        {
            foreach (var problem in problems)
                await host.Error.WriteLineAsync(problem);
            await host.Error.WriteLineAsync("driver --help shows the commands and their options.");
            return ExitCode.Usage;
        }

        // Ctrl-C is the process's business (DriverHost.Interrupt): the library's own handling would end the drain after two seconds.
        var configuration = new InvocationConfiguration
        {
            Output = host.Out,
            Error = host.Error,
            EnableDefaultExceptionHandler = false,
            ProcessTerminationTimeout = null,
        };
        try
        {
            return await parsed.InvokeAsync(configuration);
        }
        catch (Exception error) when (CodeOf(error) is { } code)
        {
            await host.Error.WriteLineAsync(error.Message);
            return code;
        }
        catch (OperationCanceledException) when (host.Interrupt.IsCancellationRequested)
        {
            host.Current.Discard();
            await host.Error.WriteLineAsync("Interrupted.");
            return ExitCode.Interrupted;
        }
    }

    /// <summary>The commands with their options.</summary>
    public static RootCommand Create(DriverHost host)
    {
        var options = new CommonOptions();
        var data = new DataCommands(host, options);
        var results = new ResultCommands(host, options);
        return new RootCommand("Benchmark driver for Online Marketplace (SIGMOD 2025). docs/scenarios.md explains the commands.")
        {
            new RunCommand(host, options).Create(),
            data.Generate(),
            data.Ingest(),
            data.Check(),
            new SubmitCommand(host, options).Create(),
            new MergeCommand(host, options).Create(),
            results.Collect(),
            results.Audit(),
            results.Report(),
            data.Clean(),
            new SweepCommand(host, options).Create(),
            new StudyCommand(host, options).Create(),
            new CompareCommand(host).Create(),
            new QueryCommand(host).Create(),
            new CriteriaCommand(host, options).Create(),
            Schema(host),
            new CompletionCommand(host).Create(),
        };
    }

    private static int? CodeOf(Exception error) => error switch
    {
        ScenarioException or ServersException or RunFolderException => ExitCode.Usage,
        IOException or UnauthorizedAccessException or InvalidDataException => ExitCode.Usage,
        DbException => ExitCode.Usage,
        TargetException or LoadException or SocketException => ExitCode.Target,
        _ => null,
    };

    private static Command Schema(DriverHost host)
    {
        var sweep = new Option<bool>("--sweep") { Description = "Prints that of sweep files instead." };
        var study = new Option<bool>("--study") { Description = "Prints that of study files instead." };
        var command = new Command("schema", "Prints the JSON schema of scenario files, for editors.") { sweep, study };
        command.SetAction(parsed => host.Out.WriteLine(
            parsed.GetValue(sweep) ? SweepSchema.ToJsonSchema()
            : parsed.GetValue(study) ? StudySchema.ToJsonSchema()
            : ScenarioSchema.ToJsonSchema()));
        return command;
    }
}
