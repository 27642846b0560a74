using Orleans;
using Orleans.Runtime;

namespace Marketplace.LocalEngine;

/// <summary>Gives the activation whose turn runs, which includes the construction of its grain.</summary>
internal sealed class GrainContextAccessor : IGrainContextAccessor
{
    public IGrainContext GrainContext =>
        RuntimeContext.Current ?? throw new InvalidOperationException("No grain's code runs here: there is no grain context.");
}
