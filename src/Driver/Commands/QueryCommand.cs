using System.CommandLine;
using System.Data.Common;
using Marketplace.Driver.Queries;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`query`: SQL over the results of a run.</summary>
internal sealed class QueryCommand(DriverHost host)
{
    private readonly Argument<string> _run = new("run") { Description = "Folder of a run." };

    private readonly Argument<string> _sql = new("sql")
    {
        Description = "The query, in the SQL of DuckDB. FROM information_schema.columns shows the tables (docs/queries.md).",
    };

    private readonly Option<bool> _csv = new("--csv") { Description = "Prints CSV. Default: a table." };
    private readonly Option<bool> _json = new("--json") { Description = "Prints JSON, an object for each row. Default: a table." };

    public Command Create()
    {
        var command = new Command("query", "Answers a query in SQL from the results of a run.") { _run, _sql, _csv, _json };
        command.SetAction(parsed => Run(parsed));
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var path = parsed.GetRequiredValue(_run);
        if (!RunFolder.IsRun(path)) throw new RunFolderException($"{path} is not the folder of a run.");
        var (csv, json) = (parsed.GetValue(_csv), parsed.GetValue(_json));
        if (csv && json) throw new ScenarioException("--json", "$", "expected only one of --csv and --json");
        IAnswerFormat format = csv ? new CsvAnswer(host.Out) : json ? new JsonAnswer(host.Out) : new TableAnswer(host.Out, host.Width);
        using var tables = await new RunTables(new RunFolder(path)).Open(new Said(host.Error), host.Interrupt);
        try
        {
            using var rows = tables.Rows(parsed.GetRequiredValue(_sql));
            await using var stopping = host.Interrupt.Register(rows.Cancel);
            Answer.Write(rows.Reader, format);
        }
        catch (DbException) when (host.Interrupt.IsCancellationRequested)
        {
            throw new OperationCanceledException(host.Interrupt);
        }

        return ExitCode.Done;
    }

    // What is said while the query waits is no part of its answer.
    private sealed class Said(TextWriter error) : IProgress<string>
    {
        public void Report(string value) => error.WriteLine(value);
    }
}
