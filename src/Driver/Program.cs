using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;
using Marketplace.Driver.Target;

InlineCompletions.Choose();
using var interrupts = new InterruptHandler();
return await DriverCli.Run(args, new DriverHost
{
    Out = Console.Out,
    Error = Console.Error,
    IsTerminal = !Console.IsOutputRedirected,
    Width = !Console.IsOutputRedirected && Console.WindowWidth > 0 ? Console.WindowWidth : null,
    Time = TimeProvider.System,
    Interrupt = interrupts.Interrupt,
    Current = interrupts.Current,
    Launcher = new ProcessLauncher(TimeProvider.System, interrupts.Guard),
    Audit = new HttpAudit(),
    Report = new HtmlReport(),
});
