using System.Runtime.CompilerServices;

namespace Marketplace.Driver.Http;

/// <summary>The reference target "delay": answers success after a fixed latency, inside the driver.</summary>
internal sealed class DelayExchange(TimeProvider time, TimeSpan latency) : IExchange
{
    private static readonly byte[] Empty = [];
    private static readonly byte[] EmptyDashboard = """{"sellerView":{},"orderEntries":[]}"""u8.ToArray();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<HttpAnswer> SendAsync(RequestBuffer request)
    {
        await Task.Delay(latency, time);
        return new HttpAnswer(200, HttpFailure.None, request.IsGet ? EmptyDashboard : Empty);
    }

    public void Dispose()
    {
    }
}
