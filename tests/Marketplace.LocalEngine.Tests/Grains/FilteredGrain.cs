using Marketplace.LocalEngine.Tests.Fixtures;
using Orleans;

namespace Marketplace.LocalEngine.Tests.Grains;

public interface IFiltered : IGrainWithIntegerKey
{
    Task<int> Twice(int value);

    ValueTask Nothing();

    Task<int> Fail();

    Task<int> TwiceAt(IFiltered other, int value);
}

internal sealed class FilteredGrain(Journal journal) : Grain, IFiltered, IIncomingGrainCallFilter
{
    public async Task<int> Twice(int value)
    {
        await Task.Yield();
        return value * 2;
    }

    public ValueTask Nothing() => ValueTask.CompletedTask;

    public Task<int> Fail() => throw new InvalidOperationException("fails");

    public Task<int> TwiceAt(IFiltered other, int value) => other.Twice(value);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        journal.Write($"grain: {context.MethodName}");
        await context.Invoke();
    }
}

/// <summary>Writes what it sees, doubles the argument of Twice and adds one to its result.</summary>
internal sealed class IncomingRecorder(Journal journal) : IIncomingGrainCallFilter
{
    public async Task Invoke(IIncomingGrainCallContext context)
    {
        var source = context.SourceId?.ToString() ?? "outside";
        var implementation = context.ImplementationMethod.DeclaringType!.Name;
        journal.Write($"in: {source} -> {context.TargetId} {context.MethodName} {implementation}");
        if (context.MethodName == nameof(IFiltered.Twice))
            context.Request.SetArgument(0, (int)context.Request.GetArgument(0)! * 2);
        await context.Invoke();
        if (context.Result is int result)
            context.Result = result + 1;
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

internal sealed class OutgoingRecorder(Journal journal) : IOutgoingGrainCallFilter
{
    public async Task Invoke(IOutgoingGrainCallContext context)
    {
        var source = context.SourceContext?.GrainId.ToString() ?? "outside";
        var count = context.Request.GetArgumentCount();
        journal.Write($"out: {source} -> {context.TargetId} {context.InterfaceMethod.Name}({count})");
        await context.Invoke();
        if (context.Result is int result)
            context.Result = result + 100;
    }
}
