using Marketplace.Engine.Turns;
using Orleans.Runtime;

namespace Marketplace.Engine.Local;

/// <summary>Gives the activation whose turn runs, which includes the construction of its grain.</summary>
internal sealed class GrainContextAccessor : IGrainContextAccessor
{
    // Orleans' own answers null, too.
    public IGrainContext GrainContext => (SynchronizationContext.Current as TurnRunner)?.GrainContext!;
}
