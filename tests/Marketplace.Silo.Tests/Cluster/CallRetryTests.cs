using System.Reflection;
using Marketplace.Grains.Cluster;
using Marketplace.Silo.Engines;
using Microsoft.Extensions.Time.Testing;
using Orleans;
using Orleans.Runtime;
using Orleans.Serialization.Invocation;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

public sealed class CallRetryTests
{
    private readonly OrleansCallRetry _retry = new(TimeProvider.System);

    [Fact]
    public async Task A_call_that_was_turned_away_is_sent_again()
    {
        var call = new Call(attempt => attempt < 3 ? Rejection() : null);
        await _retry.Invoke(call);
        Assert.Equal(3, call.Attempts);
    }

    [Fact]
    public async Task A_call_that_may_have_begun_is_not_sent_again()
    {
        var call = new Call(_ => new SiloUnavailableException());
        await Assert.ThrowsAsync<SiloLostException>(() => _retry.Invoke(call));
        Assert.Equal(1, call.Attempts);
    }

    [Fact]
    public async Task A_call_that_failed_is_not_sent_again()
    {
        var call = new Call(_ => new TimeoutException());
        await Assert.ThrowsAsync<TimeoutException>(() => _retry.Invoke(call));
        Assert.Equal(1, call.Attempts);
    }

    [Fact]
    public async Task A_call_that_is_turned_away_for_too_long_fails_as_one_that_nobody_sends_again()
    {
        var time = new FakeTimeProvider();
        var call = new Call(_ => Rejection());
        var invoked = new OrleansCallRetry(time).Invoke(call);
        while (!invoked.IsCompleted)
        {
            time.Advance(TimeSpan.FromMilliseconds(500));
            await Task.Yield();
        }

        Assert.IsType<OrleansMessageRejectionException>((await Assert.ThrowsAsync<SiloLostException>(() => invoked)).InnerException);
        Assert.InRange(call.Attempts, 10, 100);
    }

    private static Exception Rejection() =>
        (Exception)Activator.CreateInstance(typeof(OrleansMessageRejectionException), BindingFlags.Instance | BindingFlags.NonPublic
            | BindingFlags.Public, null, ["Silo stopping"], null)!;

    private sealed class Call(Func<int, Exception?> fail) : IOutgoingGrainCallContext
    {
        public int Attempts { get; private set; }
        public GrainId TargetId => GrainId.Create("stock", "1");
        public string MethodName => "Reserve";
        public IGrainContext? SourceContext => null;
        public GrainId? SourceId => null;
        public object Grain => this;
        public MethodInfo InterfaceMethod => throw new NotSupportedException();
        public string InterfaceName => "IStockGrain";
        public GrainInterfaceType InterfaceType => default;
        public IInvokable Request => throw new NotSupportedException();
        public object? Result { get; set; }
        public Response? Response { get; set; }

        public Task Invoke() => fail(++Attempts) is { } exception ? Task.FromException(exception) : Task.CompletedTask;
    }
}
