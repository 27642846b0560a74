namespace Marketplace.Conformance.Grains;

/// <summary>Marks a class that closes its lane at the beginning of its deactivation.</summary>
internal interface IClosesLane;
