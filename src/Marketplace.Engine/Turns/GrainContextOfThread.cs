using System.Runtime.CompilerServices;

namespace Marketplace.Engine.Turns;

/// <summary>
/// The grain whose code runs on this thread, as Orleans' own parts look it up: base constructors of grains, timers, senders of messages.
/// Orleans has no public way to set it.
/// </summary>
internal static class GrainContextOfThread
{
    private const string Type = "Orleans.Runtime.RuntimeContext, Orleans.Core.Abstractions";

    /// <summary>Sets it, and tells what it was.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Enter(IGrainContext context, out IGrainContext? outer) => SetExecutionContext(null, context, out outer);

    /// <summary>Sets it back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Leave(IGrainContext? outer) => ResetExecutionContext(null, outer);

    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = nameof(SetExecutionContext))]
    private static extern void SetExecutionContext(
        [UnsafeAccessorType(Type)] object? type, IGrainContext newContext, out IGrainContext? existingContext);

    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = nameof(ResetExecutionContext))]
    private static extern void ResetExecutionContext([UnsafeAccessorType(Type)] object? type, IGrainContext? existingContext);
}
