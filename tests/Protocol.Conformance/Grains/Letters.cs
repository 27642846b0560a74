using System.Collections.Concurrent;

namespace Marketplace.Protocol.Conformance.Grains;

/// <summary>What has left the grains, in order.</summary>
internal sealed class Letters
{
    private readonly ConcurrentQueue<string> _sent = new();

    public IReadOnlyList<string> Sent => [.. _sent];

    public Task Send(string text)
    {
        _sent.Enqueue(text);
        return Task.CompletedTask;
    }
}
