using Marketplace.Driver.Audit;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting.Html;

// Answers are handled on the thread that sees them arrive: a worker never blocks, and a hand-over would cost more than its work.
const string inlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
if (Environment.GetEnvironmentVariable(inlineCompletions) is null) Environment.SetEnvironmentVariable(inlineCompletions, "1");
using var interrupts = new InterruptHandler();
return await DriverCli.RunAsync(args, new DriverHost
{
    Out = Console.Out,
    Error = Console.Error,
    IsTerminal = !Console.IsOutputRedirected,
    Time = TimeProvider.System,
    Interrupt = interrupts.Interrupt,
    SiloStarted = interrupts.Guard,
    Audit = new MarketplaceAudit(),
    Report = new HtmlReport(),
});
