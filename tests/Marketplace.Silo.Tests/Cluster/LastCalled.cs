using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Knows on whatever silo the activation that was called last with a method, and can end it.</summary>
internal sealed class LastCalled(string method) : IIncomingGrainCallFilter
{
    private volatile IGrainContext? _last;

    public void AddTo(IServiceCollection services) => services.AddSingleton<IIncomingGrainCallFilter>(this);

    public async Task Invoke(IIncomingGrainCallContext context)
    {
        if (context.MethodName == method)
            _last = context.TargetContext;

        await context.Invoke();
    }

    /// <summary>Ends it: the next call makes another one.</summary>
    public async Task Leave()
    {
        var activation = _last ?? throw new InvalidOperationException("None was called.");
        activation.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "It leaves on purpose."));
        await activation.Deactivated.WaitAsync(Wait.ForSilos, TimeProvider.System);
    }
}
