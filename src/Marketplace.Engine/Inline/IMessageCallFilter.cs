using Orleans;

namespace Marketplace.Engine.Inline;

/// <summary>Marks a filter at the caller that is about messages only: calls that run inline do not pass it.</summary>
public interface IMessageCallFilter : IOutgoingGrainCallFilter;
