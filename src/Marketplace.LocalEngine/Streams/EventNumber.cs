using Orleans.Streams;

namespace Marketplace.LocalEngine.Streams;

/// <summary>The number of an event in its stream, from 1 after the first subscription.</summary>
internal sealed class EventNumber(long number) : StreamSequenceToken
{
    public override long SequenceNumber { get; protected set; } = number;
}
