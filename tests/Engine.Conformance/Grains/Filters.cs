using System.Collections.Concurrent;
using Marketplace.Conformance.Fixtures;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Conformance.Grains;

// Engines may pass calls of their own through the filters: these look at the calls of the tests alone.

/// <summary>Writes what it sees, doubles the argument of Twice and adds one to its result.</summary>
internal sealed class IncomingRecorder(Journal journal) : IIncomingGrainCallFilter
{
    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.InterfaceMethod.DeclaringType == typeof(IFiltered))
        {
            var implementation = context.ImplementationMethod.DeclaringType!.Name;
            journal.Write($"in: {Caller(context.SourceId)} -> {context.TargetId} {context.MethodName} {implementation}");
        }

        if (context.MethodName == nameof(IFiltered.Twice))
            context.Request.SetArgument(0, (int)context.Request.GetArgument(0)! * 2);
        await context.Invoke();
        if (context.Result is int result)
            context.Result = result + 1;
    }

    // An engine may have an identity for a caller that is no grain.
    private static string Caller(GrainId? source) =>
        source is { } grain && grain.Type == GrainType.Create("filtered") ? grain.ToString() : "outside";
}

internal sealed class OutgoingRecorder(Journal journal) : IOutgoingGrainCallFilter
{
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        if (context.InterfaceMethod.DeclaringType == typeof(IFiltered))
        {
            var source = context.SourceContext?.GrainId.ToString() ?? "outside";
            var count = context.Request.GetArgumentCount();
            journal.Write($"out: {source} -> {context.TargetId} {context.InterfaceMethod.Name}({count})");
        }

        await context.Invoke();
        if (context.Result is int result)
            context.Result = result + 100;
    }
}

/// <summary>Writes when it is entered and left, and may wait before it passes a call on.</summary>
internal sealed class NamedFilter(string name, bool waits, Journal journal) : IIncomingGrainCallFilter, IOutgoingGrainCallFilter
{
    public Task Invoke(IIncomingGrainCallContext context) => Pass(context);

    public Task Invoke(IOutgoingGrainCallContext context) => Pass(context);

    private async Task Pass(IGrainCallContext context)
    {
        if (context.InterfaceMethod.DeclaringType == typeof(IFiltered))
            journal.Write($"{name} in");
        if (waits)
            await Task.Yield();
        await context.Invoke();
        if (context.InterfaceMethod.DeclaringType == typeof(IFiltered))
            journal.Write($"{name} out");
    }
}

/// <summary>A filter that makes calls itself.</summary>
internal sealed class CallingFilter(IGrainFactory grains) : IIncomingGrainCallFilter
{
    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.Grain is FilteredGrain)
            await grains.GetGrain<IEcho>("called by the filter").Echo("x");
        await context.Invoke();
    }
}

/// <summary>Answers some calls itself, and handles exceptions.</summary>
internal sealed class RescueFilter : IIncomingGrainCallFilter
{
    public const int Answered = 1000;
    public const int Refused = 2000;

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var argument = context.MethodName == nameof(IFiltered.Twice) ? (int)context.Request.GetArgument(0)! : 0;
        if (argument == Refused)
            throw new ShortageException(argument);
        if (argument == Answered)
        {
            context.Result = 0;
            return;
        }

        try
        {
            await context.Invoke();
        }
        catch (InvalidOperationException)
        {
            context.Result = -1;
        }
    }
}

/// <summary>Sets a key of the request context.</summary>
internal sealed class ContextFilter(string key) : IIncomingGrainCallFilter, IOutgoingGrainCallFilter
{
    public Task Invoke(IIncomingGrainCallContext context) => InvokeWithKey(context);

    public Task Invoke(IOutgoingGrainCallContext context) => InvokeWithKey(context);

    private async Task InvokeWithKey(IGrainCallContext context)
    {
        RequestContext.Set(key, "set");
        await context.Invoke();
    }
}

/// <summary>Counts what passes, by grain and interface.</summary>
internal sealed class CountingFilter : IIncomingGrainCallFilter
{
    private readonly ConcurrentQueue<(string Grain, Type Interface)> _passed = new();

    public int Passed(string grain) => _passed.Count(call => call.Grain == grain);

    public int Passed(string grain, Type type) => _passed.Count(call => call.Grain == grain && call.Interface == type);

    public Task Invoke(IIncomingGrainCallContext context)
    {
        _passed.Enqueue((context.TargetId.ToString(), context.InterfaceMethod.DeclaringType!));
        return context.Invoke();
    }
}
