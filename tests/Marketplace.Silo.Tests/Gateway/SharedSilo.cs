namespace Marketplace.Silo.Tests.Gateway;

/// <summary>A silo with data for those tests of a class that leave it as it is: to start one takes longer than what they ask of it.</summary>
public sealed class SharedSilo : IAsyncDisposable
{
    private Task<RunningSilo>? _started;

    // By the first test that asks for it, as the engine is read from the class of the test that runs.
    internal Task<RunningSilo> Started => _started ??= RunningSilo.StartWithData();

    public async ValueTask DisposeAsync()
    {
        if (_started is not null)
            await (await _started).DisposeAsync();
    }
}
