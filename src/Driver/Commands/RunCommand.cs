using System.CommandLine;
using System.Globalization;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Commands;

/// <summary>`run`: the whole life cycle.</summary>
internal sealed class RunCommand(DriverHost host, CommonOptions options)
{
    /// <summary>Warns of a build that measures nothing worth knowing.</summary>
    public static void WarnOfDebugBuild(DriverHost host)
    {
        if (MachineReader.IsDebugBuild) host.Error.WriteLine("Warning: this is a Debug build; measure with -c Release.");
    }

    /// <summary>Makes a folder that is named after scenario and time, and that no other run has.</summary>
    /// <exception cref="IOException">It can't be created.</exception>
    public static string DefaultFolder(DriverHost host, string scenario)
    {
        var letters = scenario.Select(letter => char.IsLetterOrDigit(letter) || letter is '-' or '_' or '.' ? letter : '-');
        var name = string.Concat(letters);
        return RunFolder.Claim(
            Path.Combine("runs", string.Create(CultureInfo.InvariantCulture, $"{name}-{host.Time.GetLocalNow():yyyyMMdd-HHmmss}")));
    }

    /// <summary>The folder of a run: the one that the user names, or one that is named after scenario and time.</summary>
    /// <exception cref="RunFolderException">The user names one that holds a run.</exception>
    public static RunFolder Folder(DriverHost host, CommonOptions options, ParseResult parsed, string scenario)
    {
        var folder = parsed.GetValue(options.Output) is { } path
            ? RunFolder.Take(path, parsed.GetValue(options.Overwrite))
            : new RunFolder(DefaultFolder(host, scenario));
        host.Current.Begin(folder);
        return folder;
    }

    public Command Create()
    {
        var command = new Command(
            "run",
            "Runs a scenario from start to end: makes the data set, starts a silo or uses one that runs, ingests, submits the workload, "
            + "audits the result, writes the report and cleans up.")
        {
            options.Scenario, options.Set, options.Target, options.Output, options.Overwrite, options.Quiet,
        };
        command.SetAction(parsed => Run(parsed));
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var scenario = options.Load(parsed);
        WarnOfDebugBuild(host);
        var folder = Folder(host, options, parsed, scenario.Name);
        var display = Displays.Create(host, scenario.Name, scenario, parsed.GetValue(options.Quiet));
        var outcome = await display.Show(() => new BenchmarkRun(host, host.Targets, scenario, folder, display).Run());
        foreach (var line in outcome.Lines)
            await host.Out.WriteLineAsync(line);
        return outcome.ExitCode;
    }
}
