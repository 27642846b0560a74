namespace Orleans.Placement;

/// <summary>Base of the attributes that say on which silo a grain is activated. The local engine has one place for all.</summary>
[AttributeUsage(AttributeTargets.Class)]
public abstract class PlacementAttribute : Attribute;

/// <summary>Activates the grain on the silo of its first caller.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class PreferLocalPlacementAttribute : PlacementAttribute;

/// <summary>Activates the grain on a silo chosen at random.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class RandomPlacementAttribute : PlacementAttribute;

/// <summary>Activates the grain on the silo that the hash of its key selects.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class HashBasedPlacementAttribute : PlacementAttribute;
