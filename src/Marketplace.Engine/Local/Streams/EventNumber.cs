using Orleans.Streams;

namespace Marketplace.Engine.Local.Streams;

/// <summary>The number of an event in its stream, from 1 after the first subscription.</summary>
internal sealed class EventNumber(long number) : StreamSequenceToken
{
    public override long SequenceNumber { get; protected set; } = number;
    public override int EventIndex { get; protected set; }

    public override bool Equals(StreamSequenceToken? other) => other is EventNumber && other.SequenceNumber == SequenceNumber;

    public override int CompareTo(StreamSequenceToken? other) => other is null ? 1 : SequenceNumber.CompareTo(other.SequenceNumber);

    public override bool Equals(object? obj) => Equals(obj as StreamSequenceToken);

    public override int GetHashCode() => SequenceNumber.GetHashCode();
}
