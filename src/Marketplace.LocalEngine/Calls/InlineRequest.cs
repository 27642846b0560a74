using Marketplace.Actors.CodeGeneration;

namespace Marketplace.LocalEngine.Calls;

/// <summary>The record of a call that began on its caller's thread and became pending: its arguments are in the running method.</summary>
internal sealed class InlineRequest<TResult>(GrainMethod method) : GrainRequest<TResult>
{
    public override GrainMethod Method => method;

    public override int GetArgumentCount() => 0;

    public override object? GetArgument(int index) => throw NoSuchArgument(index);

    public override void SetArgument(int index, object? value) => throw NoSuchArgument(index);

    protected override Task Call(object grain) => throw new InvalidOperationException("The method runs already.");
}
